/** Where a row of a list is. */
export interface Place {
  readonly isNear: boolean;
  /** px, as it was last drawn in full. */
  readonly height: number;
}
