import type { FaultReason, RowFault } from '@atrium/domain/actions/sales';
import { formatNumber } from '@atrium/domain/core/format';
import type { MessageId, Translate } from '../../../i18n/index.ts';

/** Item counts and amounts share their messages. */
const messages: Readonly<Record<FaultReason, MessageId>> = {
  empty: 'salesImport.reason.empty',
  receiptText: 'salesImport.reason.receiptText',
  receiptRepeated: 'salesImport.reason.receiptRepeated',
  timeForm: 'salesImport.reason.timeForm',
  timeOffset: 'salesImport.reason.timeOffset',
  timeFuture: 'salesImport.reason.timeFuture',
  timeOld: 'salesImport.reason.timeOld',
  shopUnknown: 'salesImport.reason.shopUnknown',
  shopShared: 'salesImport.reason.shopShared',
  itemsForm: 'salesImport.reason.numberForm',
  itemsAmbiguous: 'salesImport.reason.numberAmbiguous',
  itemsRange: 'salesImport.reason.numberRange',
  turnoverForm: 'salesImport.reason.numberForm',
  turnoverAmbiguous: 'salesImport.reason.numberAmbiguous',
  turnoverRange: 'salesImport.reason.numberRange',
  currencyForm: 'salesImport.reason.currencyForm',
  currencyOther: 'salesImport.reason.currencyOther',
  columnCount: 'salesImport.reason.columnCount',
};

/** Example of a valid date and time. */
export const timeExample = '2026-11-17T09:41:00+01:00';

/** Isolates text from a file, a number or a code from the surrounding text's direction. */
export const isolateText = (text: string): string => `\u2068${text}\u2069`;

/** Describes what is wrong with a row, and the expected format. */
export const formatFault = ({ reason, value, beside }: RowFault, t: Translate): string =>
  t(messages[reason], { value: isolateText(value), beside: isolateText(beside), example: isolateText(timeExample) });

export const formatWhole = (value: number, locale: string) => formatNumber(value, { locale, decimals: 0 });

export const formatAmount = (value: number, locale: string) => formatNumber(value, { locale, decimals: 2 });

/** Formats money with its currency in front. */
export const formatMoney = (value: number, currency: string, locale: string) =>
  `\u2066${currency}\u00a0${formatAmount(value, locale)}\u2069`;

/** Sums amounts by currency, in order of the codes. */
export function sumByCurrency(amounts: readonly { readonly currency: string; readonly amount: number }[]) {
  const sums = new Map<string, number>();
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** Formats a file size in kilobytes or megabytes. */
export function formatSize(bytes: number, locale: string): string {
  const mega = 1024 * 1024;
  const [value, unit] = bytes < mega ? [Math.max(1, Math.round(bytes / 1024)), 'KB'] : [bytes / mega, 'MB'];
  return `\u2066${formatNumber(value, { locale, decimals: unit === 'MB' ? 1 : 0 })} ${unit}\u2069`;
}
