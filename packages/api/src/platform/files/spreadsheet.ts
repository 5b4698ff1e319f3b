/** Value of a cell. Excel has no time zones: times are wall times, and their offset is a separate column. */
export type SpreadsheetCell = string | number | null;

export interface SpreadsheetColumn {
  readonly title: string;
  /**
   * `date` takes `2026-11-16`, `date-time` `2026-11-16T07:15` (seconds optional), `percent` a fraction (0.25 is shown
   * as 25 %). Any text in a number or date column, such as "closed", stays a text.
   */
  readonly kind: 'text' | 'number' | 'percent' | 'date' | 'date-time';
  /** Width in characters; default: fits the title and the kind's usual values. */
  readonly width?: number;
  /** Displayed decimals of a number, which is stored exactly. Default: as many as it has. */
  readonly decimals?: number;
}

export interface SpreadsheetSheet {
  /** Any text: characters that Excel refuses are replaced, and duplicates get a number. */
  readonly name: string;
  readonly columns: readonly SpreadsheetColumn[];
  /** Read once, row by row, after the previous sheets are written; rows are not cached. */
  readonly rows: AsyncIterable<readonly SpreadsheetCell[]> | Iterable<readonly SpreadsheetCell[]>;
  /** `rtl`: the first column is on the right. */
  readonly direction?: 'ltr' | 'rtl';
}

/** Limits of Excel. */
export const maxRowsPerSheet = 1_048_576;
export const maxColumns = 16_384;
export const maxCharactersPerCell = 32_767;
