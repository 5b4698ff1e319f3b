import { formatPercent } from '@atrium/domain/core/format';
import { type Comparison, compared } from '@atrium/domain/dashboards';
import type { Say } from '../../i18n/index.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';
import { strong } from './headline.tsx';

interface Reader {
  readonly say: Say;
  readonly locale: string;
}

/** Which time a sentence speaks of: `today` and `running` are not over. */
export type When = 'today' | 'running' | 'past';

export function whenOf({ includesNow, ranges, today }: ResolvedFilters): When {
  if (!includesNow) return 'past';
  return ranges.length === 1 && ranges[0]?.from === today ? 'today' : 'running';
}

/** Null without a comparison, or where nothing is known to compare with. */
export function comparedWith(value: number | null, usual: number | null, filters: ResolvedFilters): Comparison | null {
  return filters.state.compare.on ? compared(value, usual) : null;
}

/**
 * 'That is 10.8 % more than usual by this time.' A mean has not come so far `by this time`: speak of it as past.
 * Nothing to say of a usual figure: the lead has said so. `number` is the name of the one that explains it.
 */
export function comparedSentence(
  comparison: Comparison | null,
  filters: ResolvedFilters,
  { say, locale }: Reader,
  number: string,
  when: When = whenOf(filters),
): string | null {
  if (comparison === null || comparison.verdict === 'usual') return null;
  return say('headline.compared', {
    percent: strong(formatPercent(comparison.percent, { locale, decimals: 1 }), number),
    verdict: comparison.verdict,
    mode: filters.state.compare.mode,
    when,
  });
}

/** Part of the time nobody was listening: what is said holds for the rest only. */
export function gapSentence(ratio: number | null, { say, locale }: Reader, number: string): string | null {
  if (ratio === null || ratio >= 0.995 || ratio === 0) return null;
  return say('headline.gap', { percent: strong(formatPercent(ratio * 100, { locale, decimals: 1 }), number) });
}
