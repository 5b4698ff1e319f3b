import type { Key, ReactNode } from 'react';

/** A row of the list: an imported file, or a till that posts receipts. */
export interface ListedSales {
  readonly key: Key;
  readonly name: ReactNode;
  /** The line below the name. */
  readonly told: string;
  readonly receipts: number;
  readonly turnover: readonly { readonly currency: string; readonly amount: number }[];
  readonly state: ReactNode;
  /** Content that unfolds below the row. */
  readonly below: ReactNode;
  readonly isUndone: boolean;
}
