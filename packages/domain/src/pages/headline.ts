import { minPeopleForPercent } from '../core/format/index.ts';

/** Result of comparing a figure. */
export type Verdict = 'more' | 'less' | 'usual';

/** Threshold in percent. Smaller differences are noise and not worth a sentence. */
const noisePercent = 3;

export interface Comparison {
  readonly verdict: Verdict;
  /** Percent, without a sign. */
  readonly percent: number;
  /** Difference in people, if there are too few for a percentage; otherwise null. */
  readonly people: number | null;
}

/** Returns null if either figure is unknown, or if there is nothing to compare with. */
export function compareFigures(
  value: number | null,
  usual: number | null,
  of: 'people' | 'amount' = 'amount',
): Comparison | null {
  if (value === null || usual === null || usual < 0) return null;
  const few = of === 'people' && Math.min(value, usual) < minPeopleForPercent;
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
 * Returns the part that explains most of a difference. Its own difference has the same direction and is the largest,
 * more than half of the whole. Excludes parts whose difference exceeds that of the whole, such as people moving within
 * the site. Excludes parts that counted more than the whole, and a part that is all of it. Null for a usual figure.
 */
export function findMainContribution<Part extends Contributor>(
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

/** Whether the part never exceeds the whole, and was less at one of the two times. */
function isPartOf(part: Known, whole: Known): boolean {
  const rest = [whole.value - part.value, whole.usual - part.usual];
  return rest.every((left) => left > -rounding) && rest.some((left) => left > rounding);
}

/**
 * Whether the parts add up to the whole, now and usually. A site's outer doors do. Zones do not, because they count
 * inner doors too. Parts known on one side only do not either.
 */
export function addsUp(total: Contributor, parts: readonly Contributor[]): boolean {
  const known = parts.filter(({ value, usual }) => value !== null || usual !== null);
  if (total.value === null || total.usual === null || known.length === 0) return false;
  if (known.some(({ value, usual }) => value === null || usual === null)) return false;
  const sum = (side: 'value' | 'usual') => known.reduce((all, part) => all + (part[side] ?? 0), 0);
  return Math.abs(sum('value') - total.value) < rounding && Math.abs(sum('usual') - total.usual) < rounding;
}

/** Tolerance for sums in another order, far below one person. */
const rounding = 0.01;

/** A figure of one site with the usual value by now; null is unknown. */
export interface SiteFigure {
  readonly now: number | null;
  readonly usual: number | null;
  /** The comparable part of `now`; all of it by default. */
  readonly compared?: number | null;
}

export interface FigureTotals {
  /** Sum of the known sites; null if none is known. */
  readonly total: number | null;
  /** Sums over the sites that also have a usual value, which alone are comparable; null if there are none. */
  readonly both: { readonly value: number; readonly usual: number } | null;
}

/** Sums sites. Unknown values are left out, not added as 0. */
export function sumFigures(sites: readonly SiteFigure[]): FigureTotals {
  const known = sites.flatMap(({ now, usual, compared = now }) => (now === null ? [] : [{ now, usual, compared }]));
  const both = known.flatMap(({ now, usual, compared = now }) =>
    usual === null || compared === null ? [] : [{ compared, usual }],
  );
  return {
    total: known.length === 0 ? null : known.reduce((sum, { now }) => sum + now, 0),
    both:
      both.length === 0
        ? null
        : {
            value: both.reduce((sum, { compared }) => sum + compared, 0),
            usual: both.reduce((sum, { usual }) => sum + usual, 0),
          },
  };
}
