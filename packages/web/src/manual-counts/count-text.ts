import { formatSigned } from '@atrium/domain/core/format';
import { minPeople } from '@atrium/domain/manual-counts';
import type { Text } from '../i18n/index.ts';
import type { ManualCountsQuery } from './operations.generated.ts';

export type CountedPassage = ManualCountsQuery['manualCounts']['passages'][number];
export type Count = CountedPassage['counts'][number];

/** Isolates a sign, digits and a unit left to right, also in right-to-left text. */
const isolateNumeral = (text: string) => `\u2066${text}\u2069`;

/** Describes a count's result for the sensor: its error with interval, or why there is none. */
export function describeResult(count: Count, { t, locale }: Text): string {
  const { state, error, errorFrom, errorTo, handAlong, handAgainst } = count;
  if (state !== 'compared') return t(`setUp.count.${state}`);
  if (error === null || errorFrom === null || errorTo === null)
    return t('setUp.count.tooFew', { people: handAlong + handAgainst, least: minPeople });
  const percent = (share: number) => isolateNumeral(`${formatSigned(share * 100, { locale, decimals: 0 })}\u202f%`);
  return t('setUp.count.error', { error: percent(error), from: percent(errorFrom), to: percent(errorTo) });
}
