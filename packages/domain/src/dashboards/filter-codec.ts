import { id, isLocalDate, type ZoneId } from '../core/index.ts';
import { compareModes, type DayRange, dayRange, lastDayOf, timespanPresets } from '../measurements/index.ts';
import { defaultFilters, type FilterState, hourChoices, maxRanges, type Timespan } from './filter-state.ts';

/** What stands in the address. Only what differs from the defaults is written; `v` says how to read it. */
export interface FilterSearch {
  readonly v?: number;
  /** `{ "preset": "last7" }` or `{ "ranges": [["2025-11-01", "2025-11-05"]] }` */
  readonly timespan?: unknown;
  readonly zone?: unknown;
  /** A mode, with `-` before it when comparing is off but the mode is remembered. */
  readonly compare?: unknown;
  readonly hours?: unknown;
}

const version = 1;

export function encodeFilters(state: FilterState): FilterSearch {
  const search: { -readonly [Key in keyof FilterSearch]: FilterSearch[Key] } = {};
  if (state.timespan) search.timespan = encodeTimespan(state.timespan);
  if (state.zoneId !== null) search.zone = state.zoneId;
  const { compare } = state;
  if (!compare.on || compare.mode !== defaultFilters.compare.mode)
    search.compare = `${compare.on ? '' : '-'}${compare.mode.toLowerCase()}`;
  if (state.hours !== defaultFilters.hours) search.hours = state.hours;
  return Object.keys(search).length === 0 ? {} : { v: version, ...search };
}

/** Reads whatever an address holds. A value that is not ours is ignored, each by itself; nothing here can throw. */
export function decodeFilters(search: unknown): FilterState {
  if (!isRecord(search)) return defaultFilters;
  const written = own(search, 'v');
  // A later version may mean something else by the same words.
  if (written !== undefined && written !== version && written !== String(version)) return defaultFilters;
  return {
    timespan: decodeTimespan(parsed(own(search, 'timespan'))),
    zoneId: decodeZone(parsed(own(search, 'zone'))),
    compare: decodeCompare(own(search, 'compare')),
    hours: hourChoices.find((choice) => choice === own(search, 'hours')) ?? defaultFilters.hours,
  };
}

/** The same search object for everything that reads the same, so that a router compares and stores only our own words. */
export function normalizeSearch(search: unknown): FilterSearch {
  return encodeFilters(decodeFilters(search));
}

function encodeTimespan(timespan: Timespan): unknown {
  return timespan.kind === 'preset'
    ? { preset: timespan.preset }
    : { ranges: timespan.ranges.map((range) => [range.from, lastDayOf(range)]) };
}

function decodeTimespan(value: unknown): Timespan | null {
  if (!isRecord(value)) return null;
  const preset = timespanPresets.find((each) => each === own(value, 'preset'));
  if (preset) return { kind: 'preset', preset };
  const ranges = own(value, 'ranges');
  if (!Array.isArray(ranges) || ranges.length === 0 || ranges.length > maxRanges) return null;
  const read = ranges.map(decodeRange);
  if (!read.every((range): range is DayRange => range !== null)) return null;
  const sorted = read.sort((left, right) => (left.from < right.from ? -1 : 1));
  return overlapping(sorted) ? null : { kind: 'custom', ranges: sorted };
}

function decodeRange(value: unknown): DayRange | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [begin, end]: unknown[] = value;
  if (typeof begin !== 'string' || typeof end !== 'string' || !isLocalDate(begin) || !isLocalDate(end)) return null;
  return begin <= end ? dayRange(begin, end) : null;
}

/** Of ranges sorted by their begin. */
function overlapping(sorted: readonly DayRange[]): boolean {
  return sorted.some((range, index) => index > 0 && range.from < (sorted[index - 1]?.to ?? ''));
}

function decodeZone(value: unknown): ZoneId | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647
    ? id<ZoneId>(value)
    : null;
}

function decodeCompare(value: unknown): FilterState['compare'] {
  if (typeof value !== 'string') return defaultFilters.compare;
  const on = !value.startsWith('-');
  const mode = compareModes.find((each) => each.toLowerCase() === (on ? value : value.slice(1)));
  return mode ? { on, mode } : defaultFilters.compare;
}

/** Routers hand over JSON parameters parsed; a link typed by hand may still hold the text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > 2000) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own data only: `__proto__` and getters of a crafted object are not ours. */
function own(record: Record<string, unknown>, key: string): unknown {
  return Object.getOwnPropertyDescriptor(record, key)?.value;
}
