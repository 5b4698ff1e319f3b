import type { DescriptorKey, Missing } from '@atrium/domain/measurements';
import type { Translate } from '../i18n/index.ts';

/** Why a number is missing whose sensors report, and don't tell what is asked: `These sensors do not tell gender`. */
export const notToldWord = (notTold: readonly DescriptorKey[], t: Translate): string =>
  // Of several at once, and of whatever is asked more rarely, the catalogue has one word for all.
  t('charts.notTold', { what: notTold.join() });

/** What stands where a number is missing, in tables and files. */
export const missingWord = ({ notTold }: Pick<Missing, 'notTold'>, t: Translate): string =>
  notTold?.length ? notToldWord(notTold, t) : t('charts.noData');
