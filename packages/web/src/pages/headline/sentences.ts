import type { Instant, LocalDate } from '@atrium/domain/core';
import { formatNumber, formatPercent } from '@atrium/domain/core/format';
import type { Figure, KnownSides, QueryCompareMode, TooFew } from '@atrium/domain/numbers';
import { findWorstSilence, type ResolvedFilters, type SilentSpan } from '@atrium/domain/pages';
import type { Translate } from '../../i18n/index.ts';
import { formatTooFew } from '../filters/filter-texts.ts';
import { type Reader as DatedReader, formatMoment } from '../words/section-texts.ts';
import { formatSilenceWords } from '../words/silence-texts.ts';
import { markStrong } from './headline.tsx';
import type { SentenceTime } from './sentence-time.ts';

interface Reader {
  readonly t: Translate;
  readonly locale: string;
}

/**
 * Formats 'That is 10.8 % more than usual by this time.' For several days and for means pass `past`: they are not
 * compared up to a time of day.
 *
 * Returns null if the value is as usual, because the lead already says so. `number` is the key of its explanation.
 */
export function formatComparison(
  { verdict, change }: Pick<Figure, 'verdict' | 'change'>,
  mode: QueryCompareMode,
  { t, locale }: Reader,
  number: string,
  when: SentenceTime,
): string | null {
  if (verdict === null || verdict === 'usual' || change === null) return null;
  const words = { verdict, mode, when };
  const amount = Math.abs(change.change);
  if (change.people)
    return t('headline.comparedPeople', {
      ...words,
      people: markStrong(formatNumber(amount, { locale, decimals: 0 }), number),
    });
  return t('headline.compared', {
    ...words,
    percent: markStrong(formatPercent(amount, { locale, decimals: 1 }), number),
  });
}

/**
 * Returns the time up to which a change holds. "By this time" requires that everything was counted and compared:
 * sensors silent for hours say nothing about now.
 */
export function getComparedUntil(
  when: SentenceTime,
  { value, known }: { readonly value: number | null; readonly known: KnownSides | null },
  coverage: number | null,
): SentenceTime {
  const isAll = value === null || known === null || Math.abs(value - known.value) <= 0.005 * Math.abs(value);
  return isAll && !hasGap(coverage) ? when : 'past';
}

/** States how little can be compared, if it is too little to show a change; otherwise null. */
export function formatTooFewSentence(
  tooFew: TooFew | null,
  filters: ResolvedFilters,
  { t, locale }: Reader,
): string | null {
  const word = filters.state.compare.on ? formatTooFew(tooFew, { t, locale }) : null;
  return word === null ? null : `${word}.`;
}

/** A group of devices with its silences. */
export interface SilentGroup {
  readonly of: 'counters' | 'sensors' | 'meters' | 'metersOf';
  /** Since when all of them have been silent; null while any of them reports. */
  readonly since: Instant | null;
  readonly silent: readonly SilentSpan[];
  readonly now: Instant;
  /** The site's day that need not be named. */
  readonly today: LocalDate;
  readonly timezone: string;
  /** Metric name for `listMeterMetrics`. */
  readonly metric?: string;
}

/** States the coverage if it is incomplete, which sensor was silent and when, or since when all are; otherwise null. */
export function formatGap(
  ratio: number | null,
  reader: DatedReader,
  number: string,
  { of, since, silent, now, today, timezone, metric = '' }: SilentGroup,
): string | null {
  if (ratio === null || !hasGap(ratio)) return null;
  const percent = markStrong(formatPercent(ratio * 100, { locale: reader.locale, decimals: 1 }), number);
  const silence = findWorstSilence(silent, now);
  const isOneSensor = silence?.isOnly === true && silence.deviceIds.length === 1;
  if (since !== null && !isOneSensor)
    return reader.t('headline.allSilent', { of, metric, since: formatMoment(since, today, timezone, reader), percent });
  if (silence === null) return reader.t('headline.gap', { percent });
  return reader.t('headline.silent', {
    percent,
    ...formatSilenceWords(silence, { deviceIds: [], today, timezone }, reader),
  });
}

const hasGap = (ratio: number | null) => ratio !== null && ratio < 0.995 && ratio > 0;

/** A forecast is no closer than a hundredth or so, and its digits say so. */
export function formatRoughly(people: number, locale: string): string {
  const step = people >= 1000 ? 100 : people >= 100 ? 10 : 1;
  return formatNumber(Math.round(people / step) * step, { locale, decimals: 0 });
}
