/** Position of a row relative to the viewport. */
export interface RowPosition {
  readonly isNear: boolean;
  /** Height when last drawn in full, px. */
  readonly height: number;
}
