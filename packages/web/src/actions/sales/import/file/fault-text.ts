import type { FaultReason, RowFault } from '@atrium/domain/actions/sales';
import type { MessageId, Translate } from '../../../../i18n/index.ts';

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
