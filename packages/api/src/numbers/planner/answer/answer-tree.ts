import type { LocalDate } from '@atrium/domain/core';
import type { Cell, ComparedCells } from '@atrium/domain/numbers';
import type { Plan } from '../plan/plan-query.ts';
import type { Step } from './time-steps.ts';

/** One base interval of a leaf, with the cells of its sites or zones. */
export interface Slot {
  /** Sort key in time. */
  readonly order: number;
  /** Cells by quantity of the metric, then by site or zone. */
  readonly current: Cell[][];
  /** By site or zone; empty without a comparison or for future intervals. */
  readonly compared: ComparedSlot[];
}

/** Comparison of one site or zone in one base interval. */
export interface ComparedSlot extends ComparedCells {
  readonly day: LocalDate;
  /** Milliseconds of it that are past. */
  readonly time: number;
}

/** Slots with equal keys merge. The key is an instant or a local time. */
export type SlotKey = number | string;

/** Tree of an answer's groupings, with values at its leaves. */
export interface Branch {
  readonly label: string;
  readonly order: number;
  readonly children: Map<string, Branch>;
  readonly slots: Map<SlotKey, Slot>;
  /** Set on leaves: the plan of their values. */
  plan: Plan | null;
}

export function createBranch(label: string, order: number): Branch {
  return { label, order, children: new Map(), slots: new Map(), plan: null };
}

/** Returns the leaf at the end of a path; creates missing branches. */
export function getLeaf(root: Branch, path: readonly Step[]): Branch {
  let branch = root;
  for (const { key, label, order } of path) {
    const found = branch.children.get(key) ?? createBranch(label, order);
    branch.children.set(key, found);
    branch = found;
  }
  return branch;
}

/** Returns the leaf's slot; creates it if missing. */
export function getSlot(leaf: Branch, key: SlotKey, order: number, quantities: number): Slot {
  const found = leaf.slots.get(key);
  if (found !== undefined) return found;
  const current: Cell[][] = [];
  for (let quantity = 0; quantity < quantities; quantity++) current.push([]);
  const slot: Slot = { order, current, compared: [] };
  leaf.slots.set(key, slot);
  return slot;
}
