const minute = 60_000;

/** Milliseconds left as hours and minutes, in the last hour as minutes and seconds; begun ones count. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds * 1000 < 60 * minute) return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
  const minutes = Math.ceil(seconds / 60);
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
}

const two = (number: number) => String(number).padStart(2, '0');
