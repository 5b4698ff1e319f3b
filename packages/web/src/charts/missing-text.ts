import type { DescriptorKey, Missing } from '@atrium/domain/numbers';
import type { Translate } from '../i18n/index.ts';

/**
 * Explains a number that is missing because its sensors don't report the descriptor: `These sensors do not tell
 * gender`.
 */
export const formatUnsupported = (notTold: readonly DescriptorKey[], t: Translate): string =>
  // The catalogue has one common text for several descriptors and for rare ones.
  t('charts.notTold', { what: notTold.join() });

/** Text for a missing number in tables and files. */
export const formatMissing = ({ notTold }: Pick<Missing, 'notTold'>, t: Translate): string =>
  notTold?.length ? formatUnsupported(notTold, t) : t('charts.noData');
