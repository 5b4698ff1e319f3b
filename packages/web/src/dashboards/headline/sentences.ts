import { formatNumber, formatPercent } from '@atrium/domain/core/format';
import { type Comparison, compared } from '@atrium/domain/dashboards';
import type { ComparisonCoverage } from '@atrium/domain/measurements';
import type { Translate } from '../../i18n/index.ts';
import { tooFewWord } from '../filters/choice/filter-words.ts';
import type { ResolvedFilters } from '../filters/choice/resolve.ts';
import { strong } from './headline.tsx';
import type { When } from './when.ts';

interface Reader {
  readonly t: Translate;
  readonly locale: string;
}

/** Null without a comparison, or where nothing is known to compare with. */
export function comparedWith(
  value: number | null,
  usual: number | null,
  filters: ResolvedFilters,
  of: 'people' | 'amount' = 'amount',
): Comparison | null {
  return filters.state.compare.on ? compared(value, usual, of) : null;
}

/**
 * 'That is 10.8 % more than usual by this time.' Of several days it is no time of day up to which they are compared;
 * a mean has not come so far by any: speak of it as past.
 * Nothing to say of a usual figure: the lead has said so. `number` is the name of the one that explains it.
 */
export function comparedSentence(
  comparison: Comparison | null,
  filters: ResolvedFilters,
  { t, locale }: Reader,
  number: string,
  when: When,
): string | null {
  if (comparison === null || comparison.verdict === 'usual') return null;
  const { verdict, percent, people } = comparison;
  const words = { verdict, mode: filters.state.compare.mode, when };
  if (people !== null)
    return t('headline.comparedPeople', {
      ...words,
      people: strong(formatNumber(people, { locale, decimals: 0 }), number),
    });
  return t('headline.compared', {
    ...words,
    percent: strong(formatPercent(percent, { locale, decimals: 1 }), number),
  });
}

/**
 * Up to when a change is told: up to this time only where all of it was counted and compared. What fell silent hours ago
 * says nothing of what is usual by now.
 */
export function comparedUpTo(
  when: When,
  { value, compared }: { readonly value: number | null; readonly compared: number | null },
  coverage: number | null,
): When {
  const isAll = value === null || compared === null || Math.abs(value - compared) <= 0.005 * Math.abs(value);
  return isAll && !hasGap(coverage) ? when : 'past';
}

/** Too little is known of both times to say how they differ: how much that is. */
export function tooFewSentence(
  tooFew: ComparisonCoverage | null,
  filters: ResolvedFilters,
  { t, locale }: Reader,
): string | null {
  const word = filters.state.compare.on ? tooFewWord(tooFew, { t, locale }) : null;
  return word === null ? null : `${word}.`;
}

/** Part of the time nobody was listening: what is said holds for the rest only. `since`: when all fell silent that still are. */
export function gapSentence(
  ratio: number | null,
  { t, locale }: Reader,
  number: string,
  since: string | null = null,
): string | null {
  if (ratio === null || !hasGap(ratio)) return null;
  const percent = strong(formatPercent(ratio * 100, { locale, decimals: 1 }), number);
  return since === null ? t('headline.gap', { percent }) : t('headline.allSilent', { since, percent });
}

const hasGap = (ratio: number | null) => ratio !== null && ratio < 0.995 && ratio > 0;
