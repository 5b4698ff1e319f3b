import { type DateOrder, parseTimeText, type TimeText } from '../readings/index.ts';

const hour = 3_600_000;
const day = 24 * hour;

const written = /^(\d\d?)(?:[:hH](\d\d)(?::(\d\d)(?:[.,]\d+)?)?)?(?: ?(?:h|Uhr))?(?: ?([AaPp])\.?[Mm]\.?)?$/;

/**
 * Parses a time of day of a file: `7:05`, `07:05:00`, `7:05 PM`, `07h05`, `0705`, an hour alone (`7`), or a fraction of
 * a day as spreadsheets store it (`0.2917`). Returns milliseconds after midnight, at most those of `24:00`; null for
 * anything else.
 */
export function parseClock(text: string): number | null {
  if (text.length > 20) return null;
  if (/^0?[.,]\d+$/.test(text)) return Math.round(Number(text.replace(',', '.')) * 86_400) * 1_000;
  const [, hours, minutes = '0', seconds = '0', half] =
    written.exec(text.replace(/^(\d\d)(\d\d)$/, '$1:$2').replace(/^(\d\d)[:hH]?$/, '$1')) ?? [];
  if (hours === undefined) return null;
  let number = Number(hours);
  if (half !== undefined) {
    if (number < 1 || number > 12) return null;
    number = (number % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const at = number * hour + Number(minutes) * 60_000 + Number(seconds) * 1_000;
  return Number(minutes) > 59 || Number(seconds) > 59 || at > day ? null : at;
}

/**
 * Parses a time whose date and time of day are apart. The date may carry a midnight, as spreadsheets write dates. Null
 * if either is none.
 */
export function parseDateAndClock(date: string, clock: string, order: DateOrder | null): TimeText | null {
  const parsed = parseTimeText(date, order);
  const after = parseClock(clock);
  if (parsed === null || after === null || parsed.kind === 'instant') return null;
  if (parsed.kind === 'unclear') return parsed;
  if (parsed.kind === 'wall' && parsed.wall % day !== 0) return null;
  return { kind: 'wall', wall: parsed.wall + after };
}

/** Column whose name is a time: the hour of each row's date, or the date of each row's hour. */
export interface TimeColumn {
  readonly index: number;
  readonly part: { readonly clock: string } | { readonly date: string };
}

const numbered = /^(?:h|hour|hr|he|ora|heure|hora|stunde|std)?[ _.-]?(\d\d?)(?: ?h)?$/i;
const range = /^(\S.*?) ?(?:-|–|—|to|bis|à) ?(\d\S*(?: ?[AaPp]\.?[Mm]\.?)?)$/;
const minColumns = 2;

/**
 * Finds the columns of a wide table that are named by times of day (`07:00`, `7 AM`, `07:00-08:00`, hours 0 to 23 or 1
 * to 24) or by dates; none if fewer than two are. A range stands for its start, with `areEnds` for its end. Hours
 * numbered from 1 stand for their starts, with `areEnds` for their ends. A last column `00:00` after others is the end of
 * the day if times are ends.
 */
export function findTimeColumns(names: readonly string[], areEnds: boolean): readonly TimeColumn[] {
  const clocks = names.flatMap((name, index) => {
    const clock = clockOfName(name.trim(), areEnds);
    return clock === null ? [] : [{ index, part: { clock } }];
  });
  if (clocks.length >= minColumns) {
    const last = clocks.at(-1);
    const isEndOfDay = areEnds && last !== undefined && parseClock(last.part.clock) === 0;
    return isEndOfDay ? [...clocks.slice(0, -1), { index: last.index, part: { clock: '24:00' } }] : clocks;
  }
  const hours = findNumberedHours(names, areEnds);
  if (hours.length > 0) return hours;
  const dates = names.flatMap((name, index) => {
    const date = parseTimeText(name.trim());
    return date?.kind === 'date' || date?.kind === 'unclear' ? [{ index, part: { date: name.trim() } }] : [];
  });
  return dates.length >= minColumns ? dates : [];
}

/** Returns the time of day that a column's name states with minutes or a half of the day; null without. */
function clockOfName(name: string, areEnds: boolean): string | null {
  const [, first, second] = range.exec(name) ?? [];
  const start = first ?? name;
  if (!/[:hH]\d\d|[AaPp]\.?[Mm]\.?$/.test(start) || parseClock(start) === null) return null;
  if (!areEnds || second === undefined) return start;
  return parseClock(second) === 0 ? '24:00' : parseClock(second) === null ? null : second;
}

/** Finds columns numbered 0 to 23 or 1 to 24. Other sets of numbers are not hours. */
function findNumberedHours(names: readonly string[], areEnds: boolean): readonly TimeColumn[] {
  const found = names.flatMap((name, index) => {
    const [, digits] = numbered.exec(name.trim()) ?? [];
    return digits === undefined ? [] : [{ index, number: Number(digits) }];
  });
  const numbers = new Set(found.map(({ number }) => number));
  if (found.length !== 24 || numbers.size !== 24) return [];
  const first = Math.min(...numbers);
  if (first > 1 || Math.max(...numbers) !== first + 23) return [];
  const shift = first === 1 && !areEnds ? -1 : first === 0 && areEnds ? 1 : 0;
  return found.map(({ index, number }) => ({ index, part: { clock: `${number + shift}:00` } }));
}
