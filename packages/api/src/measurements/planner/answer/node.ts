import type { LeafPoints } from './fold-leaf.ts';

/** A branch with its values. */
export interface Node {
  readonly label: string;
  readonly points: LeafPoints | null;
  readonly children: readonly Node[];
}
