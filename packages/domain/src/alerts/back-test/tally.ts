/** Number of firings and their mean duration. */
export interface Tally {
  readonly times: number;
  /** Mean duration in ms, cut at the end of the tested time. Null without firings. */
  readonly meanLength: number | null;
}
