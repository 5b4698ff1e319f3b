import {
  type EventId,
  id,
  isLocalDate,
  type TagCategoryId,
  type TagId,
  type Weekday,
  type ZoneId,
} from '../../core/index.ts';
import { type DayRange, getLastDay, queryCompareModes, timespanPresets, toDayRange } from '../../numbers/index.ts';
import {
  type CategoryChoice,
  type DayFilter,
  defaultFilters,
  type Editability,
  engagementChoices,
  type FilterState,
  genderChoices,
  hourChoices,
  maxRanges,
  type Timespan,
} from './filter-state.ts';

/** Filters in the URL. Only values that differ from the defaults are written. `v` is the format version. */
export interface FilterSearch {
  readonly v?: number;
  /** `{ "preset": "last7" }` or `{ "ranges": [["2025-11-01", "2025-11-05"]] }` */
  readonly timespan?: unknown;
  readonly zone?: unknown;
  /** A comparison mode, prefixed with `-` if comparison is off but the mode is remembered. */
  readonly compare?: unknown;
  readonly hours?: unknown;
  /** `{ "is": [6, 7] }` or `{ "isNot": [7] }`; Monday is 1. */
  readonly day?: unknown;
  readonly gender?: unknown;
  readonly engagement?: unknown;
  /** `{ "3": 12 }`: tag id by category id. */
  readonly category?: unknown;
  /** `[4]`; the events' days are in `timespan`. */
  readonly events?: unknown;
  /** `time` or `no` if the user may not change everything. */
  readonly editable?: unknown;
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
  if (state.day) search.day = { [state.day.operator === 'IS' ? 'is' : 'isNot']: state.day.days };
  if (state.gender !== 'all') search.gender = state.gender;
  if (state.engagement !== 'all') search.engagement = state.engagement;
  if (state.categories.length > 0)
    search.category = Object.fromEntries(state.categories.map(({ categoryId, tagId }) => [categoryId, tagId]));
  if (state.events.length > 0) search.events = state.events;
  if (state.editability !== 'EDITABLE') search.editable = state.editability === 'READ_ONLY' ? 'no' : 'time';
  return Object.keys(search).length === 0 ? {} : { v: version, ...search };
}

/** Parses any URL. Ignores each invalid value separately and never throws. */
export function decodeFilters(search: unknown): FilterState {
  if (!isRecord(search)) return defaultFilters;
  const written = own(search, 'v');
  // Later versions may use the same parameters differently.
  if (written !== undefined && written !== version && written !== String(version)) return defaultFilters;
  const timespan = decodeTimespan(parsed(own(search, 'timespan')));
  return {
    timespan,
    zoneId: decodeZone(parsed(own(search, 'zone'))),
    compare: decodeCompare(own(search, 'compare')),
    hours: hourChoices.find((choice) => choice === own(search, 'hours')) ?? defaultFilters.hours,
    day: decodeDay(parsed(own(search, 'day'))),
    gender: decodeWord(genderChoices, own(search, 'gender')),
    engagement: decodeWord(engagementChoices, own(search, 'engagement')),
    categories: decodeCategories(parsed(own(search, 'category'))),
    editability: editabilities.get(own(search, 'editable')) ?? 'EDITABLE',
    events: timespan?.kind === 'custom' ? decodeEvents(parsed(own(search, 'events'))) : [],
  };
}

/** Normalizes a search object, so that the router only compares and stores valid values. */
export function normalizeSearch(search: unknown): FilterSearch {
  return encodeFilters(decodeFilters(search));
}

function encodeTimespan(timespan: Timespan): unknown {
  return timespan.kind === 'preset'
    ? { preset: timespan.preset }
    : { ranges: timespan.ranges.map((range) => [range.from, getLastDay(range)]) };
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
  return begin <= end ? toDayRange(begin, end) : null;
}

/** Expects ranges sorted by their start. */
function overlapping(sorted: readonly DayRange[]): boolean {
  return sorted.some((range, index) => index > 0 && range.from < (sorted[index - 1]?.to ?? ''));
}

function decodeZone(value: unknown): ZoneId | null {
  return isId(value) ? id<ZoneId>(value) : null;
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647;
}

const editabilities: ReadonlyMap<unknown, Editability> = new Map([
  ['no', 'READ_ONLY'],
  ['time', 'PARTIALLY_EDITABLE'],
]);

/** Rejects both operators at once, and all seven days, which would have no effect or leave nothing. */
function decodeDay(value: unknown): DayFilter | null {
  if (!isRecord(value)) return null;
  const [is, isNot] = [own(value, 'is'), own(value, 'isNot')];
  const named = is ?? isNot;
  if ((is !== undefined && isNot !== undefined) || !Array.isArray(named) || named.length > 7) return null;
  const days = ([1, 2, 3, 4, 5, 6, 7] as const satisfies Weekday[]).filter((day) => named.includes(day));
  return days.length === 0 || days.length === 7 ? null : { operator: is !== undefined ? 'IS' : 'IS_NOT', days };
}

/** Falls back to the first choice, which means everybody. */
function decodeWord<Word extends string>(choices: readonly Word[], value: unknown): Word {
  const word = parsed(value);
  return choices.find((choice) => choice === word) ?? (choices[0] as Word);
}

/** Maximum number of categories or events in a URL. */
const maxIds = 20;

function decodeCategories(value: unknown): readonly CategoryChoice[] {
  if (!isRecord(value)) return [];
  const keys = Object.keys(value);
  if (keys.length > maxIds) return [];
  return keys
    .flatMap((key) => {
      const tagId = own(value, key);
      const categoryId = /^[1-9]\d{0,9}$/.test(key) ? Number(key) : null;
      return isId(categoryId) && isId(tagId)
        ? [{ categoryId: id<TagCategoryId>(categoryId), tagId: id<TagId>(tagId) }]
        : [];
    })
    .sort((left, right) => left.categoryId - right.categoryId);
}

function decodeEvents(value: unknown): readonly EventId[] {
  if (!Array.isArray(value) || value.length > maxIds) return [];
  return [...new Set(value.filter(isId))].sort((left, right) => left - right).map((each) => id<EventId>(each));
}

function decodeCompare(value: unknown): FilterState['compare'] {
  if (typeof value !== 'string') return defaultFilters.compare;
  const on = !value.startsWith('-');
  const mode = queryCompareModes.find((each) => each.toLowerCase() === (on ? value : value.slice(1)));
  return mode ? { on, mode } : defaultFilters.compare;
}

/** Routers pass JSON parameters parsed, but a manually typed link may contain the text. */
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

/** Reads own data properties only: `__proto__` and getters of a crafted object are ignored. */
function own(record: Record<string, unknown>, key: string): unknown {
  return Object.getOwnPropertyDescriptor(record, key)?.value;
}
