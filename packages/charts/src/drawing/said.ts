/** What pictures say besides their numbers and names. */
export type ChartWord = 'closed' | 'noData' | 'soFar';

/** What a drawing needs of those who look at it. */
export interface Said {
  /** No other element's id on the page begins with it. */
  readonly id: string;
  /** In the reader's language. */
  readonly say: (word: ChartWord) => string;
  /** The clock time at now; null where it would say nothing, and nothing is said of now. */
  readonly now: string | null;
}
