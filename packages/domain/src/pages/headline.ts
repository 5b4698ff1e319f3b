import type { KnownSides, Verdict } from '../numbers/index.ts';

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
export function addsUp(total: KnownSides | null, parts: readonly { readonly known: KnownSides | null }[]): boolean {
  const known = parts.flatMap((part) => part.known ?? []);
  if (total === null || known.length === 0) return false;
  const sum = (side: keyof KnownSides) => known.reduce((all, part) => all + part[side], 0);
  return Math.abs(sum('value') - total.value) < rounding && Math.abs(sum('usual') - total.usual) < rounding;
}

/** Tolerance for sums in another order, far below one person. */
const rounding = 0.01;
