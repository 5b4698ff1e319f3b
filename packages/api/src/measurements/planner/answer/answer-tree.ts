import type { Cell } from '@atrium/domain/measurements';
import type { Plan } from '../plan-query.ts';

/** One base interval of a leaf, by quantity of the metric: what several sites or zones have there. */
export interface Slot {
  /** Orders slots in time. */
  readonly order: number;
  readonly current: Cell[][];
  /** The same as far as the present is known on every side: what earlier times are set against; null without any. */
  readonly compared: Cell[][] | null;
  /** By earlier time compared with, then by quantity. */
  readonly earlier: Cell[][][];
}

/** The groupings of an answer as a tree; values hang at its leaves. */
export interface Branch {
  readonly label: string;
  readonly order: number;
  readonly children: Map<string, Branch>;
  readonly slots: Map<string, Slot>;
  /** Of a leaf: what its values are values of. */
  plan: Plan | null;
}

/** One step from the root towards a leaf. */
export interface Step {
  readonly key: string;
  readonly label: string;
  readonly order: number;
}

export function newBranch(label: string, order: number): Branch {
  return { label, order, children: new Map(), slots: new Map(), plan: null };
}

/** The leaf at the end of a path, grown where it isn't there yet. */
export function leafAt(root: Branch, path: readonly Step[]): Branch {
  let branch = root;
  for (const { key, label, order } of path) {
    const found = branch.children.get(key) ?? newBranch(label, order);
    branch.children.set(key, found);
    branch = found;
  }
  return branch;
}

/** The slot of a leaf, opened where it isn't there yet; `shifts`: how many earlier times it is compared with. */
export function slotAt(leaf: Branch, key: string, order: number, quantities: number, shifts: number): Slot {
  const found = leaf.slots.get(key);
  if (found !== undefined) return found;
  const lists = () => Array.from({ length: quantities }, (): Cell[] => []);
  const compared = shifts === 0 ? null : lists();
  const slot = { order, current: lists(), compared, earlier: Array.from({ length: shifts }, lists) };
  leaf.slots.set(key, slot);
  return slot;
}
