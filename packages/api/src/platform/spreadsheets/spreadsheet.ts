/** What a cell holds. Excel knows no time zones: times are wall times, and their offset is a column of its own. */
export type SpreadsheetCell = string | number | null;

export interface SpreadsheetColumn {
  readonly title: string;
  /**
   * `date` takes `2026-11-16`, `date-time` `2026-11-16T07:15` (seconds as you like), `percent` a share (0.25 is shown
   * as 25 %). A text in a column of numbers or dates stands there as a text, such as "closed".
   */
  readonly kind: 'text' | 'number' | 'percent' | 'date' | 'date-time';
  /** In characters; left out: as wide as its title and what its kind usually shows. */
  readonly width?: number;
  /** Those shown of a number; all of them are kept. Left out: as many as the number has. */
  readonly decimals?: number;
}

export interface SpreadsheetSheet {
  /** Any text: what Excel refuses in a name is replaced, and names that are taken get a number. */
  readonly name: string;
  readonly columns: readonly SpreadsheetColumn[];
  /** Read once, a row at a time, when the sheets before are written: nothing is kept. */
  readonly rows: AsyncIterable<readonly SpreadsheetCell[]> | Iterable<readonly SpreadsheetCell[]>;
  /** `rtl`: the first column stands on the right. */
  readonly direction?: 'ltr' | 'rtl';
}

/** Excel's own limits. */
export const mostRowsOfASheet = 1_048_576;
export const mostColumns = 16_384;
export const mostCharactersOfACell = 32_767;
