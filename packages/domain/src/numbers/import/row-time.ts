import { type DateOrder, parseTimeText, type TimeText } from '../readings/index.ts';
import { parseDateAndClock } from './clock-text.ts';

/** Days from the first day of spreadsheets (1899-12-30) to 1970-01-01. */
const serialOfUnixStart = 25_569;
const serial = /^\d{5}(?:[.,]\d+)?$/;
/** Serials of the years 2000 to 2099: a number of any other size is no time. */
const [firstSerial, lastSerial] = [36_526, 73_051];

/**
 * Parses the time of a row as files of readings write it: as `parseTimeText` does, or as the number of a spreadsheet's
 * date (`43875.295`). With `clock`, the text is the date alone. Null if it is no time.
 */
export function parseRowTime(text: string, clock: string | null, order: DateOrder | null): TimeText | null {
  const written = fromSerial(text) ?? text;
  return clock === null ? parseTimeText(written, order) : parseDateAndClock(written, clock, order);
}

/** Rewrites a spreadsheet's date number, to the second. */
function fromSerial(text: string): string | null {
  if (!serial.test(text)) return null;
  const days = Number(text.replace(',', '.'));
  if (days < firstSerial || days >= lastSerial) return null;
  const seconds = Math.round((days - serialOfUnixStart) * 86_400);
  return new Date(seconds * 1_000).toISOString().slice(0, 19);
}
