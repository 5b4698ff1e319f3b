/** A site's running number and its offset from UTC (ms) at an instant: all that the model needs from outside. */
export interface SiteSetting {
  readonly number: number;
  readonly offsetAt: (instant: number) => number;
}
