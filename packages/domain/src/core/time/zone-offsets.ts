import type { Instant } from './instant.ts';

/** A clock change of a time zone: `before` and `after` are UTC offsets in ms, east positive. */
export interface Transition {
  readonly at: Instant;
  readonly before: number;
  readonly after: number;
}

/** Offsets in one bin of time. `starts[0]` is the bin's start; the others are transitions. */
interface Bin {
  readonly starts: readonly number[];
  readonly offsets: readonly number[];
}

interface ZoneTable {
  readonly formatter: Intl.DateTimeFormat;
  readonly bins: (Bin | undefined)[];
}

const second = 1000;
const day = 86_400_000;

/** Offsets are known from 1970 to the end of 2100. Outside, the nearer end's offset applies. */
const firstInstant = 0;
const lastInstant = Date.UTC(2101, 0, 1) - 1;

/** About 13 months: small enough to fill in well under a millisecond, large enough that a table stays short. */
const binLength = 2 ** 35;

/** No zone has ever changed and returned within 6 days (the shortest since 1970 is 6.96: Recife in October 2000). */
const probeStep = 6 * day;

/** Bounds the cache, since callers could try zone names in every letter case. */
const cacheLimit = 1000;
const tables = new Map<string, ZoneTable>();

/** Whether a string is the name of an IANA time zone known to this runtime. Bare offsets such as `+01:00` are not. */
export function isTimezone(name: string): boolean {
  if (tables.has(name)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    formatterFor(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the ms to add to an instant for the zone's wall time, east positive. Throws for an unknown zone: validate
 * with `isTimezone`.
 */
export function getOffset(timezone: string, instant: Instant): number {
  const at = clamp(instant);
  const { starts, offsets } = binAt(tableFor(timezone), Math.floor(at / binLength));
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return offsets[low] as number;
}

/** Returns the zone's transitions with `from` ≤ at < `to`, oldest first. */
export function findTransitions(timezone: string, from: Instant, to: Instant): Transition[] {
  const table = tableFor(timezone);
  const found: Transition[] = [];
  if (to <= from || to <= firstInstant || from > lastInstant) return found;
  const lastBin = Math.floor(clamp(to) / binLength);
  let before = getOffset(timezone, from - 1);
  for (let index = Math.floor(clamp(from) / binLength); index <= lastBin; index++) {
    const { starts, offsets } = binAt(table, index);
    for (let entry = 0; entry < starts.length; entry++) {
      const at = starts[entry] as number;
      if (at < from) continue;
      if (at >= to) return found;
      const after = offsets[entry] as number;
      if (after !== before) found.push({ at, before, after });
      before = after;
    }
  }
  return found;
}

function clamp(instant: Instant): Instant {
  return Math.min(Math.max(instant, firstInstant), lastInstant);
}

function tableFor(timezone: string): ZoneTable {
  const known = tables.get(timezone);
  if (known !== undefined) return known;
  const table: ZoneTable = { formatter: formatterFor(timezone), bins: [] };
  if (tables.size >= cacheLimit) tables.clear();
  tables.set(timezone, table);
  return table;
}

function binAt(table: ZoneTable, index: number): Bin {
  const known = table.bins[index];
  if (known !== undefined) return known;
  const bin = fillBin(table.formatter, index * binLength);
  table.bins[index] = bin;
  return bin;
}

function fillBin(formatter: Intl.DateTimeFormat, from: Instant): Bin {
  // Stops at the last instant, since later ones are never looked up.
  const to = Math.min(from + binLength, lastInstant);
  const starts = [from];
  const offsets = [askOffset(formatter, from)];
  for (let probed = from; probed < to; ) {
    const next = Math.min(probed + probeStep, to);
    const target = askOffset(formatter, next);
    // Also runs in browsers of displays from 2021, whose arrays have no `at`.
    let current = offsets[offsets.length - 1] as number;
    let searchFrom = probed;
    // Two transitions may lie between two probes, so continue until the later probe's offset is reached.
    while (current !== target) {
      searchFrom = firstChange(formatter, searchFrom, next, current);
      if (searchFrom >= from + binLength) break;
      current = askOffset(formatter, searchFrom);
      starts.push(searchFrom);
      offsets.push(current);
    }
    probed = next;
  }
  return { starts, offsets };
}

/**
 * Returns the first whole second in (from, to] whose offset differs from `offset`. The caller knows that there is one.
 */
function firstChange(formatter: Intl.DateTimeFormat, from: Instant, to: Instant, offset: number): Instant {
  let low = Math.floor(from / second);
  let high = Math.ceil(to / second);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (askOffset(formatter, middle * second) === offset) low = middle;
    else high = middle;
  }
  return high * second;
}

function formatterFor(timezone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

/** The slow lookup, about 3 µs; everything above exists to call it rarely. */
function askOffset(formatter: Intl.DateTimeFormat, instant: Instant): number {
  const whole = Math.floor(instant / second) * second;
  const [month = 0, date = 0, year = 0, hour = 0, minute = 0, seconds = 0] = (
    formatter.format(whole).match(/\d+/g) ?? []
  ).map(Number);
  return Date.UTC(year, month - 1, date, hour, minute, seconds) - whole;
}
