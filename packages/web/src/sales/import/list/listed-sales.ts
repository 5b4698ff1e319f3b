import type { Key, ReactNode } from 'react';

/** A row of the list: a file that was imported, or a till that sends by itself. */
export interface ListedSales {
  readonly key: Key;
  readonly name: ReactNode;
  /** The line below the name. */
  readonly told: string;
  readonly receipts: number;
  readonly turnover: readonly { readonly currency: string; readonly amount: number }[];
  readonly state: ReactNode;
  /** What unfolds below it. */
  readonly below: ReactNode;
  readonly isUndone: boolean;
}
