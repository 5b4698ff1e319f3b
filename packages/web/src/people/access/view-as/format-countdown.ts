const minute = 60_000;

/** Formats the time left (ms) as hours and minutes, or as minutes and seconds in the last hour. Rounds up. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds * 1000 < 60 * minute) return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
  const minutes = Math.ceil(seconds / 60);
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
}

const two = (number: number) => String(number).padStart(2, '0');
