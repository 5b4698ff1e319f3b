/** Figures are European everywhere, as in the application. */
const locale = (language: string) => `${language}-u-nu-latn`;

export const numberIn = (language: string, value: number): string =>
  new Intl.NumberFormat(locale(language)).format(value);

export function timeIn(language: string, timezone: string, at: number): string {
  return new Intl.DateTimeFormat(locale(language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  }).format(at);
}

/** With the weekday where it is not today. */
export function whenIn(language: string, timezone: string, at: number, now: number): string {
  const day = (instant: number) =>
    new Intl.DateTimeFormat('en', { timeZone: timezone, dateStyle: 'short' }).format(instant);
  const time = timeIn(language, timezone, at);
  if (day(at) === day(now)) return time;
  const far = at - now > 6 * 86_400_000;
  const date = new Intl.DateTimeFormat(locale(language), {
    timeZone: timezone,
    ...(far ? { day: 'numeric', month: 'short' } : { weekday: 'short' }),
  }).format(at);
  return `${date} ${time}`;
}

/** How long ago, in seconds or minutes. */
export function agoIn(language: string, seconds: number): string {
  const relative = new Intl.RelativeTimeFormat(locale(language));
  return seconds < 60 ? relative.format(-seconds, 'second') : relative.format(-Math.floor(seconds / 60), 'minute');
}
