import { type DeclaredPeriod, instantOf, type SiteDeclaration } from './site-declaration.ts';

const beginning = Number.NEGATIVE_INFINITY;

/** Periods without their times, and what they are periods of. */
type Parts = ReadonlyMap<string, readonly DeclaredPeriod[]>;

/**
 * Since when numbers of the past would be others: the earliest instant, in epoch milliseconds, at which a device hangs
 * or a door leads elsewhere than stored; negative infinity where that has no beginning, null where all stays as it was
 * until `now`.
 */
export function pastChangesSince(before: SiteDeclaration, after: SiteDeclaration, now: number): number | null {
  const [old, next] = [partsOf(before), partsOf(after)];
  const found = [...new Set([...old.keys(), ...next.keys()])].flatMap(
    (part) => firstDifference(old.get(part) ?? [], next.get(part) ?? [], after.timezone) ?? [],
  );
  const earliest = Math.min(...found);
  return found.length > 0 && earliest < now ? earliest : null;
}

const partsOf = ({ devices, passages }: SiteDeclaration): Parts =>
  new Map<string, readonly DeclaredPeriod[]>([
    ...devices.map(({ serial, placements }) => [`device ${serial}`, placements] as const),
    ...passages.map(({ key, ends }) => [`passage ${key}`, ends] as const),
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
    from: validFrom === null ? beginning : instantOf(validFrom, timezone),
    to: validTo === null ? Number.POSITIVE_INFINITY : instantOf(validTo, timezone),
    place: JSON.stringify(place),
  };
}

const placesAt = (periods: readonly Timed[], at: number): string =>
  periods
    .filter(({ from, to }) => from <= at && at < to)
    .map(({ place }) => place)
    .sort()
    .join();
