import type { LeafPoints } from './fold-leaf.ts';

/** Branch with its folded values. */
export interface Node {
  readonly label: string;
  readonly points: LeafPoints | null;
  readonly children: readonly Node[];
}
