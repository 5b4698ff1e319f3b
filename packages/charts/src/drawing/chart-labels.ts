/** Words in charts besides numbers and names. */
export type ChartWord = 'closed' | 'noData' | 'soFar';

/** Texts of a drawing that depend on the reader, and the prefix of its ids. */
export interface ChartLabels {
  /** Prefix that no other element id on the page has. */
  readonly id: string;
  /** Returns a word in the reader's language. */
  readonly say: (word: ChartWord) => string;
  /** The current time of day; null draws no line for now. */
  readonly now: string | null;
}
