import { formatSigned } from '@atrium/domain/core/format';
import { fewestPeople } from '@atrium/domain/manual-counts';
import type { Text } from '../i18n/index.ts';
import type { ManualCountsQuery } from './operations.generated.ts';

export type CountedPassage = ManualCountsQuery['manualCounts']['passages'][number];
export type Count = CountedPassage['counts'][number];

/** A sign, digits and a unit in their own order, also in a text that runs from the right: no letter tells it. */
const numeral = (text: string) => `\u2066${text}\u2069`;

/** What a count says of the sensor: its error with the interval, or why none can be told. */
export function verdictOf(count: Count, { t, locale }: Text): string {
  const { state, error, errorFrom, errorTo, handAlong, handAgainst } = count;
  if (state !== 'compared') return t(`setUp.count.${state}`);
  if (error === null || errorFrom === null || errorTo === null)
    return t('setUp.count.tooFew', { people: handAlong + handAgainst, least: fewestPeople });
  const percent = (share: number) => numeral(`${formatSigned(share * 100, { locale, decimals: 0 })}\u202f%`);
  return t('setUp.count.error', { error: percent(error), from: percent(errorFrom), to: percent(errorTo) });
}
