import { instantToDate } from '../../core/index.ts';
import { type DeclaredPeriod, parseDeclaredTime, type SiteDeclaration } from './site-declaration.ts';

const beginning = Number.NEGATIVE_INFINITY;

/** Periods by the device or passage they belong to. */
type Parts = ReadonlyMap<string, readonly DeclaredPeriod[]>;

/**
 * Returns the earliest instant, in epoch ms, whose numbers an edit changes. Numbers change where a device is installed
 * elsewhere, or a door with a device leads elsewhere. Negative infinity if that period has no start; null if nothing
 * before `now` changes. Doors that never had a device have no numbers.
 */
export function findPastChange(before: SiteDeclaration, after: SiteDeclaration, now: number): number | null {
  const counting = doorsWithDevices(before, after);
  const [old, next] = [partsOf(before, counting), partsOf(after, counting)];
  const found = [...new Set([...old.keys(), ...next.keys()])].flatMap(
    (part) => firstDifference(old.get(part) ?? [], next.get(part) ?? [], after.timezone) ?? [],
  );
  const earliest = Math.min(...found);
  const today = parseDeclaredTime(instantToDate(after.timezone, now), after.timezone);
  return found.length > 0 && earliest < today ? earliest : null;
}

/** Keys of doors where a device was ever installed, in any of the declarations. */
const doorsWithDevices = (...sites: readonly SiteDeclaration[]): ReadonlySet<string> =>
  new Set(
    sites.flatMap(({ devices }) =>
      devices.flatMap(({ placements }) => placements.flatMap(({ passage }) => passage ?? [])),
    ),
  );

/** `doors` limits the passages. Without it, all are included. */
const partsOf = ({ devices, passages }: SiteDeclaration, doors?: ReadonlySet<string>): Parts =>
  new Map<string, readonly DeclaredPeriod[]>([
    ...devices.map(({ serial, placements }) => [`device ${serial}`, placements] as const),
    ...devices.map(({ serial, members }) => [`members ${serial}`, members] as const),
    ...passages.filter(({ key }) => doors?.has(key) ?? true).map(({ key, ends }) => [`passage ${key}`, ends] as const),
  ]);

function firstDifference(
  before: readonly DeclaredPeriod[],
  after: readonly DeclaredPeriod[],
  timezone: string,
): number | null {
  const [old, next] = [before, after].map((periods) => periods.map((one) => timed(one, timezone))) as [
    Timed[],
    Timed[],
  ];
  const times = [...old, ...next].flatMap(({ from, to }) => [from, to]);
  const moments = [...new Set([beginning, ...times])].sort((a, b) => a - b);
  return moments.find((at) => placesAt(old, at) !== placesAt(next, at)) ?? null;
}

interface Timed {
  readonly from: number;
  readonly to: number;
  readonly place: string;
}

function timed({ validFrom, validTo, ...place }: DeclaredPeriod, timezone: string): Timed {
  return {
    from: validFrom === null ? beginning : parseDeclaredTime(validFrom, timezone),
    to: validTo === null ? Number.POSITIVE_INFINITY : parseDeclaredTime(validTo, timezone),
    place: JSON.stringify(place),
  };
}

const placesAt = (periods: readonly Timed[], at: number): string =>
  periods
    .filter(({ from, to }) => from <= at && at < to)
    .map(({ place }) => place)
    .sort()
    .join();

/** Limits an edit to numbers from `today` (a local date) on: until then, all placements and doors stay as stored. */
export function applyFromToday(before: SiteDeclaration, after: SiteDeclaration, today: string): SiteDeclaration {
  const { timezone } = after;
  const old = partsOf(before);
  const spliced = <Period extends DeclaredPeriod>(part: string, periods: readonly Period[]): readonly Period[] =>
    joined([
      ...((old.get(part) ?? []) as readonly Period[]).flatMap((one) => within(one, null, today, timezone)),
      ...periods.flatMap((one) => within(one, today, null, timezone)),
    ]);
  return {
    ...after,
    passages: after.passages.map((one) => ({ ...one, ends: spliced(`passage ${one.key}`, one.ends) })),
    devices: after.devices.map((one) => ({
      ...one,
      placements: spliced(`device ${one.serial}`, one.placements),
      members: spliced(`members ${one.serial}`, one.members),
    })),
  };
}

/** Clips a period. Empty if nothing is left. */
function within<Period extends DeclaredPeriod>(
  period: Period,
  from: string | null,
  to: string | null,
  timezone: string,
): Period[] {
  const at = (text: string | null, open: number) => (text === null ? open : parseDeclaredTime(text, timezone));
  const { validFrom, validTo } = period;
  const end = Number.POSITIVE_INFINITY;
  const begins = at(from, beginning) > at(validFrom, beginning) ? from : validFrom;
  const ends = at(to, end) < at(validTo, end) ? to : validTo;
  return at(begins, beginning) < at(ends, end) ? [{ ...period, validFrom: begins, validTo: ends }] : [];
}

/** Merges a period into an adjacent earlier one with the same content. */
function joined<Period extends DeclaredPeriod>(periods: readonly Period[]): readonly Period[] {
  const placeOf = ({ validFrom: _from, validTo: _to, ...place }: Period) => JSON.stringify(place);
  const all: Period[] = [];
  for (const next of periods) {
    const index = all.findIndex(
      (one) => one.validTo !== null && one.validTo === next.validFrom && placeOf(one) === placeOf(next),
    );
    const found = all[index];
    if (found === undefined) all.push(next);
    else all[index] = { ...found, validTo: next.validTo };
  }
  return all;
}
