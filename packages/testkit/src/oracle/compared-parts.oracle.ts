import { type Known, type Measured, total } from './measures.oracle.ts';

/** The comparable part of an interval, by side; for visitors also the sets of each earlier period. */
export interface ComparedSides {
  readonly now: readonly Measured[];
  readonly earlier: readonly Measured[];
  readonly visitors: readonly (ReadonlySet<string> | null)[];
}

export interface ComparedPair {
  readonly sides: ComparedSides | null;
  /** Share of the parts that existed at any of the times and can be compared; null if none existed. */
  readonly share: number | null;
}

export interface PartTimes {
  readonly now: Measured;
  readonly earlier: readonly Measured[];
}

const complete = { partial: false, closed: false, whole: true, there: true };
export const missing: Measured = { known: null, partial: true, closed: false, whole: false, there: true };
/** Placeholder for a period without such an interval. */
export const noInterval: Measured = { ...missing, there: false };

const isSound = ({ there, known, whole }: Measured) => !there || (known !== null && whole);

/** Compares the parts of an interval. `isTold`: per side, whether devices report it; false for configured values. */
export function compareParts(
  sides: readonly (readonly PartTimes[])[],
  isTold: readonly boolean[],
  isWhole: boolean,
  fewest: number,
): ComparedPair {
  const shifts = Array.from((sides[0]?.[0]?.earlier ?? []).keys());
  const times = shifts.filter((shift) =>
    sides.every((parts) => {
      const list = parts.map(({ earlier }) => earlier[shift] as Measured);
      return list.some(({ known }) => known !== null) && (!isWhole || list.every(isSound));
    }),
  );
  const ever = sides.map((parts) => parts.filter(({ now, earlier }) => [now, ...earlier].some(({ there }) => there)));
  const timesOf = ({ earlier }: PartTimes) => times.filter((shift) => isSound(earlier[shift] as Measured));
  const kept = ever.map((parts) => parts.filter((part) => isSound(part.now) && timesOf(part).length >= fewest));
  const count = (lists: readonly (readonly PartTimes[])[]) => lists.filter((_, side) => isTold[side]).flat().length;
  const [all, some] = [count(ever), count(kept)];
  if (all === 0) return { sides: null, share: null };
  const now = kept.map((parts) => joined(parts.map((part) => part.now)));
  const usualOf = (part: PartTimes) =>
    usual(
      timesOf(part).map((shift) => part.earlier[shift] as Measured),
      part.now,
    );
  const earlier = kept.map((parts) => joined(parts.map(usualOf)));
  const isOut = [...now, ...earlier].some(({ known }) => known === null) || (isWhole && some < all);
  if (isOut) return { sides: null, share: 0 };
  const visitors = shifts.map((shift) => {
    const found = (kept[0] ?? []).flatMap((part) =>
      timesOf(part).includes(shift) ? (part.earlier[shift]?.known ?? []) : [],
    );
    const sets = found.flatMap((each) => ('visitors' in each ? [...each.visitors] : []));
    return found.length === 0 ? null : new Set(sets);
  });
  return { sides: { now, earlier, visitors }, share: some / all };
}

/** Merges the parts of an interval. */
function joined(list: readonly Measured[]): Measured {
  const found = list.flatMap(({ known }) => known ?? []);
  const [first] = found;
  const [only] = list;
  if (first === undefined) return missing;
  if ('sum' in first) return { ...complete, known: { sum: total(found.map(sumOf)) } };
  if ('visitors' in first) {
    const all = found.flatMap((each) => ('visitors' in each ? [...each.visitors] : []));
    return { ...complete, known: { visitors: new Set(all) } };
  }
  if ('byDevice' in first) return { ...complete, known: { byDevice: devicesOf(found) } };
  return list.length === 1 && only !== undefined ? { ...only, whole: true } : missing;
}

const sumOf = (one: Known) => ('sum' in one ? one.sum : 0);

function devicesOf(found: readonly Known[]): ReadonlyMap<number, readonly number[]> {
  const byDevice = new Map<number, number[]>();
  for (const each of found)
    if ('byDevice' in each)
      for (const [device, values] of each.byDevice) byDevice.set(device, [...(byDevice.get(device) ?? []), ...values]);
  return byDevice;
}

/** Returns the mean number of visitors over the weeks with data. A visitor of two weeks counts in both. */
export function computeEarlierVisitors(both: readonly ComparedSides[]): number | null {
  const shifts = Array.from((both[0]?.visitors ?? []).keys());
  const counts = shifts.flatMap((shift) => {
    const known = both.flatMap(({ visitors }) => visitors[shift] ?? []);
    return known.length === 0 ? [] : [new Set(known.flatMap((each) => [...each])).size];
  });
  return counts.length === 0 ? null : total(counts) / counts.length;
}

/**
 * Returns the usual value: the mean of sums, where a passage that did not exist counts as 0; samples and states merged.
 */
function usual(list: readonly Measured[], now: Measured): Measured {
  const found = list.flatMap(({ known }) => known ?? []);
  const first = found[0] ?? now.known;
  if (first === null || first === undefined) return missing;
  if ('sum' in first) return { ...complete, known: { sum: total(found.map(sumOf)) / list.length } };
  if (found.length === 0) return missing;
  if ('values' in first)
    return { ...complete, known: { values: found.flatMap((each) => ('values' in each ? [...each.values] : [])) } };
  if ('pairs' in first)
    return { ...complete, known: { pairs: found.flatMap((each) => ('pairs' in each ? [...each.pairs] : [])) } };
  if ('visitors' in first) return { ...complete, known: first };
  return { ...complete, known: { byDevice: devicesOf(found) } };
}
