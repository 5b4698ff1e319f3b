import { fewPeople } from '../core/format/index.ts';

/** How a figure stands against what it is compared with. */
export type Verdict = 'more' | 'less' | 'usual';

/** Below this a difference is noise, and a sentence that makes news of it would be wrong. */
const noisePercent = 3;

export interface Comparison {
  readonly verdict: Verdict;
  /** Percent, without a sign. */
  readonly percent: number;
  /** How many people more or fewer, where a percentage would say more than so few do; null otherwise. */
  readonly people: number | null;
}

/** Null where either figure is unknown, or nothing was there to compare with. */
export function compared(
  value: number | null,
  usual: number | null,
  of: 'people' | 'amount' = 'amount',
): Comparison | null {
  if (value === null || usual === null || usual < 0) return null;
  const few = of === 'people' && Math.min(value, usual) < fewPeople;
  if (usual === 0 && !few) return null;
  const percent = usual === 0 ? (value === 0 ? 0 : 100) : (Math.abs(value - usual) / usual) * 100;
  const people = few ? Math.round(Math.abs(value - usual)) : null;
  const isUsual = percent < noisePercent || people === 0;
  return { verdict: isUsual ? 'usual' : value > usual ? 'more' : 'less', percent, people };
}

interface Contributor {
  readonly value: number | null;
  readonly usual: number | null;
}

interface Contribution {
  /** In the metric's unit, without a sign. */
  readonly difference: number;
}

/**
 * The part that explains most of a difference, told as this verdict: the one whose own difference points the same way
 * and is largest, if it is more than half of the whole. Smaller ones explain nothing by themselves, nor do larger ones
 * than the whole: people who go back and forth inside. What is no part of the whole, because more was counted there,
 * can't explain it; what is all of it says nothing more. What is usual needs no reason.
 */
export function mainContribution<Part extends Contributor>(
  total: Contributor,
  verdict: Verdict,
  parts: readonly Part[],
): (Part & Contribution) | null {
  const whole = bothKnown(total);
  if (verdict === 'usual' || whole === null) return null;
  const sign = verdict === 'more' ? 1 : -1;
  const change = Math.abs(whole.value - whole.usual);
  let best: (Part & Contribution) | null = null;
  for (const part of parts) {
    const known = bothKnown(part);
    if (known === null || !isPartOf(known, whole)) continue;
    const difference = sign * (known.value - known.usual);
    if (difference > change / 2 && difference <= change && difference > (best?.difference ?? 0))
      best = { ...part, difference };
  }
  return best;
}

interface Known {
  readonly value: number;
  readonly usual: number;
}

function bothKnown({ value, usual }: Contributor): Known | null {
  return value === null || usual === null ? null : { value, usual };
}

/** Whether there was no more of it at either time, and at one of them less. */
function isPartOf(part: Known, whole: Known): boolean {
  const rest = [whole.value - part.value, whole.usual - part.usual];
  return rest.every((left) => left > -rounding) && rest.some((left) => left > rounding);
}

/**
 * Whether parts are the whole: what they come to, now and usually, is what the whole is. Doors to the outside are a
 * site's entries; zones are not, whose inner doors are crossed too, nor are parts of which one is known on one side only.
 */
export function makeUp(total: Contributor, parts: readonly Contributor[]): boolean {
  const known = parts.filter(({ value, usual }) => value !== null || usual !== null);
  if (total.value === null || total.usual === null || known.length === 0) return false;
  if (known.some(({ value, usual }) => value === null || usual === null)) return false;
  const sum = (side: 'value' | 'usual') => known.reduce((all, part) => all + (part[side] ?? 0), 0);
  return Math.abs(sum('value') - total.value) < rounding && Math.abs(sum('usual') - total.usual) < rounding;
}

/** Sums in another order; far less than anybody. */
const rounding = 0.01;
