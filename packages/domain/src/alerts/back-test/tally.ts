/** How often, and for how long on average, an alert would have fired. */
export interface Tally {
  readonly times: number;
  /** ms, of each as far as the tried time goes; null where it did not fire. */
  readonly meanLength: number | null;
}
