import type { Instant } from '../../core/index.ts';
import { countBetween, type RegisterAmount, type RegisterCurve } from './read-register.ts';

/** Amounts of intervals of one meter, ascending in time. An amount belongs evenly to its whole interval. */
export interface IntervalAmounts {
  /** Starts. */
  readonly times: ArrayLike<Instant>;
  readonly values: ArrayLike<number>;
  /** Milliseconds, above 0. */
  readonly lengths: ArrayLike<number>;
}

/** Time for which one amount counts, with its share of the amount. */
interface Portion {
  readonly from: Instant;
  readonly to: Instant;
  readonly amount: number;
  /** The whole interval. */
  readonly begin: Instant;
  readonly end: Instant;
}

/** Cuts overlapping amounts, so that the finest counts for a time; of equally fine ones, the one that begins later. */
function resolveAmounts({ times, values, lengths }: IntervalAmounts): Portion[] {
  const startOf = (place: number) => times[place] as Instant;
  const lengthOf = (place: number) => lengths[place] as number;
  const cuts = new Float64Array(2 * times.length);
  for (let place = 0; place < times.length; place++) {
    cuts[2 * place] = startOf(place);
    cuts[2 * place + 1] = startOf(place) + lengthOf(place);
  }
  cuts.sort();
  const portions: Portion[] = [];
  let [next, current] = [0, [] as number[]];
  for (let cut = 1; cut < cuts.length; cut++) {
    const [from, to] = [cuts[cut - 1] as number, cuts[cut] as number];
    if (from === to) continue;
    while (next < times.length && startOf(next) <= from) current.push(next++);
    current = current.filter((place) => startOf(place) + lengthOf(place) > from);
    let finest: number | undefined;
    for (const place of current) if (finest === undefined || lengthOf(place) <= lengthOf(finest)) finest = place;
    if (finest === undefined) continue;
    const [begin, length] = [startOf(finest), lengthOf(finest)];
    const amount = ((values[finest] as number) * (to - from)) / length;
    portions.push({ from, to, amount, begin, end: begin + length });
  }
  return portions;
}

/**
 * Returns the consumption between consecutive edges, from amounts and from the register of the same meter. Both are
 * alternatives: the register counts only for time without amounts. An edge within an amount longer than `gap` (ms)
 * makes both sides partial, and so does time between amounts for which nothing is known.
 */
export function countAmounts(
  amounts: IntervalAmounts,
  register: RegisterCurve | null,
  edges: readonly Instant[],
  gap: number,
): RegisterAmount[] {
  const [first = 0, last = 0] = [edges[0], edges.at(-1)];
  const portions = resolveAmounts(amounts).filter(({ from, to }) => to > first && from < last);
  const ofRegister = (cuts: readonly Instant[]) => (register === null ? [] : countBetween(register, cuts, gap));
  if (portions.length === 0) return ofRegister(edges);
  const cuts = cutAtCoverage(portions, edges);
  const rest = new Map(ofRegister(cuts).map((counted) => [counted.place, counted]));
  const counted: RegisterAmount[] = [];
  let [cut, portion] = [0, 0];
  for (let place = 0; place + 1 < edges.length; place++) {
    const [begin, end] = [edges[place] as Instant, edges[place + 1] as Instant];
    let [amount, isKnown, isPartial, hasAmounts, isIncomplete] = [0, false, false, false, false];
    for (; (cuts[cut] as Instant) < end; cut++) {
      const [from, to] = [cuts[cut] as Instant, cuts[cut + 1] as Instant];
      while (portion < portions.length && (portions[portion] as Portion).to <= from) portion += 1;
      if (((portions[portion] as Portion | undefined)?.from ?? to) >= to) {
        const known = rest.get(cut);
        isIncomplete ||= known === undefined;
        isKnown ||= known !== undefined;
        isPartial ||= known?.isPartial === true;
        amount += known?.amount ?? 0;
        continue;
      }
      [isKnown, hasAmounts] = [true, true];
      for (let next = portion; next < portions.length && (portions[next] as Portion).from < to; next++) {
        const one = portions[next] as Portion;
        const share = Math.min(one.to, to) - Math.max(one.from, from);
        amount += (one.amount * share) / (one.to - one.from);
        isPartial ||= (one.begin < begin || one.end > end) && one.end - one.begin > gap;
      }
    }
    if (isKnown) counted.push({ place, amount, isPartial: isPartial || (hasAmounts && isIncomplete) });
  }
  return counted;
}

/** Returns the edges and, between the first and the last, the instants at which amounts begin or cease to be known. */
function cutAtCoverage(portions: readonly Portion[], edges: readonly Instant[]): Instant[] {
  const [first, last] = [edges[0] as Instant, edges.at(-1) as Instant];
  const ends = portions.flatMap(({ from, to }, place) => [
    ...(portions[place - 1]?.to === from ? [] : [from]),
    ...(portions[place + 1]?.from === to ? [] : [to]),
  ]);
  const within = ends.filter((at) => at > first && at < last);
  return [...new Set([...edges, ...within])].sort((left, right) => left - right);
}
