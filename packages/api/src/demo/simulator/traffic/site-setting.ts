/** A site's number and its UTC offset (ms) at an instant. */
export interface SiteSetting {
  readonly number: number;
  readonly offsetAt: (instant: number) => number;
}
