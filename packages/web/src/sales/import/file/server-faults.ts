import { type FaultReason, faultReasons, type RowFault, receiptColumns } from '@atrium/domain/sales';
import type { SalesAnswer } from './send-sales.ts';

const isReason = (text: string): text is FaultReason => (faultReasons as readonly string[]).includes(text);

/** Converts the server's errors to those of the local check. */
export function toRowFaults({ faults, faultyRows }: Pick<SalesAnswer, 'faults' | 'faultyRows'>): {
  readonly faults: readonly RowFault[];
  readonly faultyRows: number;
} {
  const known = faults.flatMap(({ row, column, reason, value, beside }): RowFault[] => {
    const place = column == null ? null : (receiptColumns['ABCDEF'.indexOf(column)] ?? null);
    return isReason(reason) ? [{ row, column: place, reason, value, beside }] : [];
  });
  return { faults: known, faultyRows };
}
