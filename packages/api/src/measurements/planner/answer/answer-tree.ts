import type { LocalDate } from '@atrium/domain/core';
import type { Cell, ComparedCells } from '@atrium/domain/measurements';
import type { Step } from '../plan/grouping/time-steps.ts';
import type { Plan } from '../plan/plan-query.ts';

/** One base interval of a leaf: what several sites or zones have there. */
export interface Slot {
  /** Orders slots in time. */
  readonly order: number;
  /** By quantity of the metric, then by site or zone. */
  readonly current: Cell[][];
  /** By site or zone; nothing without a comparison, or where the interval is still to come. */
  readonly compared: ComparedSlot[];
}

/** What one site or zone is compared by in one base interval. */
export interface ComparedSlot extends ComparedCells {
  readonly day: LocalDate;
  /** ms of it that are past. */
  readonly time: number;
}

/** Slots of the same key are one: an instant, or what the clocks show there. */
export type SlotKey = number | string;

/** The groupings of an answer as a tree; values hang at its leaves. */
export interface Branch {
  readonly label: string;
  readonly order: number;
  readonly children: Map<string, Branch>;
  readonly slots: Map<SlotKey, Slot>;
  /** Of a leaf: what its values are values of. */
  plan: Plan | null;
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

/** The slot of a leaf, opened where it isn't there yet. */
export function slotAt(leaf: Branch, key: SlotKey, order: number, quantities: number): Slot {
  const found = leaf.slots.get(key);
  if (found !== undefined) return found;
  const current: Cell[][] = [];
  for (let quantity = 0; quantity < quantities; quantity++) current.push([]);
  const slot: Slot = { order, current, compared: [] };
  leaf.slots.set(key, slot);
  return slot;
}
