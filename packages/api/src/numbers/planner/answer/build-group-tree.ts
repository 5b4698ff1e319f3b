import { type LocalDate, toSiteDay } from '@atrium/domain/core';
import {
  type Cell,
  type ComparedCells,
  criterionDescriptors,
  type GroupBy,
  getValueAggregation,
  isDescriptorCriterion,
} from '@atrium/domain/numbers';
import { descriptorValues } from '@atrium/domain/numbers/readings';
import type { EvaluatedParts } from '../evaluate/compared-parts.ts';
import type { EvaluatedSite } from '../evaluate/evaluate-plan.ts';
import { type CountTotals, type Evaluated, totalStates } from '../evaluate/evaluation.ts';
import { getCompareMode } from '../plan/compare-time.ts';
import type { Plan, PlannedSite } from '../plan/plan-query.ts';
import { getSplits, type PlannedSeries } from '../plan/planned-series.ts';
import type { Bucket } from '../plan/timeline.ts';
import { buildTimeSteps, type Step, type TimeSteps } from './time-steps.ts';

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
interface ComparedSlot extends ComparedCells {
  readonly day: LocalDate;
  /** Milliseconds of it that are past. */
  readonly time: number;
}

/** Slots with equal keys merge. The key is an instant or a local time. */
type SlotKey = number | string;

/** Tree of an answer's groupings, with values at its leaves. Answers have very many leaves, so their maps are optional. */
export interface Branch {
  readonly label: string;
  readonly order: number;
  /** Null on leaves. */
  children: Map<string, Branch> | null;
  /** Its only interval, as most leaves have. */
  only: { readonly key: SlotKey; readonly slot: Slot } | null;
  /** Its intervals where it has several. */
  slots: Map<SlotKey, Slot> | null;
  /** Set on leaves: the plan of their values. */
  plan: Plan | null;
  /** Sum of a leaf, instead of slots, where only sums are asked (`isSummed`). */
  total: LeafTotal | null;
}

/** Sum of the counts of all intervals, sites and zones of a leaf. */
interface LeafTotal {
  sum: number;
  isKnown: boolean;
  /** Whether anything is missing or partial. */
  isPartial: boolean;
  isClosed: boolean;
}

export function createBranch(label: string, order: number): Branch {
  return { label, order, children: null, only: null, slots: null, plan: null, total: null };
}

/** Returns the leaf at the end of a path; creates missing branches. */
function getLeaf(root: Branch, path: readonly Step[]): Branch {
  let branch = root;
  for (const { key, label, order } of path) {
    branch.children ??= new Map();
    let child = branch.children.get(key);
    if (child === undefined) {
      child = createBranch(label, order);
      branch.children.set(key, child);
    }
    branch = child;
  }
  return branch;
}

/** Returns the leaf's slot; creates it if missing. */
function getSlot(leaf: Branch, key: SlotKey, order: number): Slot {
  if (leaf.only?.key === key) return leaf.only.slot;
  const found = leaf.slots?.get(key);
  if (found !== undefined) return found;
  const slot: Slot = { order, current: [], compared: [] };
  if (leaf.only === null && leaf.slots === null) {
    leaf.only = { key, slot };
    return slot;
  }
  leaf.slots ??= new Map();
  if (leaf.only !== null) leaf.slots.set(leaf.only.key, leaf.only.slot);
  leaf.only = null;
  leaf.slots.set(key, slot);
  return slot;
}

/** Returns the intervals of a leaf, oldest first. */
export function listSlots({ only, slots }: Branch): readonly Slot[] {
  if (only !== null) return [only.slot];
  return [...(slots?.values() ?? [])].sort((left, right) => left.order - right.order);
}

const missing: Cell = { state: 'missing' };
/** Cell of a bucket without a counterpart. */
const absent: Cell = { state: 'absent' };

/** Adds every cell to the leaf that the groupings select. Awaits `pause` after each series. */
export async function buildGroupTree(
  root: Branch,
  plan: Plan,
  evaluated: readonly EvaluatedSite[],
  pause: () => Promise<void> | null,
): Promise<void> {
  const splits = getSplits(plan.query);
  const groups = splits.length === 0 ? [''] : occurringSplits(evaluated);
  const times = timesByClock(plan);
  const isByTotals = isSummed(plan) && evaluated.every(({ current }) => current[0]?.totals !== undefined);
  for (const [number, site] of plan.sites.entries()) {
    const cells = evaluated[number] as EvaluatedSite;
    const own = times(site);
    for (const [series, planned] of site.series.entries()) {
      for (const group of groups) {
        const path = pathOf(plan, planned, group.split(';'), number);
        if (isByTotals) {
          addTotals(leavesAlong(root, plan, own, path), cells.current[0]?.totals?.[series] as CountTotals);
          continue;
        }
        const slots = slotsAlong(root, plan, own, path);
        const lineOf = ({ cells: lines }: Evaluated) => lines[series]?.get(group) ?? lines[series]?.get('') ?? [];
        addCells(slots, cells.current.map(lineOf));
        if (cells.earlier.length > 0) addComparedCells(slots, site, cells, series, group);
      }
      await pause();
    }
  }
}

/** Whether a leaf is the sum of its cells. Then the sums of intervals need not be kept apart. */
function isSummed(plan: Plan): boolean {
  const { metric, query } = plan;
  const isCombined = ['ratio', 'difference', 'scores'].includes(metric.expression.type);
  return !isCombined && getValueAggregation(metric, query.aggregation) === 'SUM' && getCompareMode(plan) === null;
}

/** Adds the sum of each bucket to its leaf. */
function addTotals(leaves: readonly Branch[], { sums, states }: CountTotals): void {
  const { missing: unknown, closed, partial } = totalStates;
  for (let index = 0; index < leaves.length; index++) {
    const leaf = leaves[index] as Branch;
    leaf.total ??= { sum: 0, isKnown: false, isPartial: false, isClosed: true };
    const state = states[index] as number;
    if (state === closed) continue;
    leaf.total.isClosed = false;
    leaf.total.isPartial ||= state === unknown || state >= partial;
    if (state === unknown) continue;
    leaf.total.isKnown = true;
    leaf.total.sum += sums[index] as number;
  }
}

/** Adds the cells of each quantity to its slots. */
function addCells(slots: readonly Slot[], lines: readonly (readonly Cell[])[]): void {
  for (const [quantity, line] of lines.entries())
    for (let index = 0; index < slots.length; index++) {
      const { current } = slots[index] as Slot;
      const cell = line[index] ?? missing;
      const known = current[quantity];
      // A list of one takes a tenth of the memory of an empty one that grows.
      if (known === undefined) current[quantity] = [cell];
      else known.push(cell);
    }
}

/**
 * Adds what a series is compared with: its parts and those of the matching buckets. Future buckets have no counterpart.
 */
function addComparedCells(
  slots: readonly Slot[],
  { topology, timeline: { buckets } }: PlannedSite,
  { compared, earlier, until }: EvaluatedSite,
  series: number,
  group: string,
): void {
  const linesOf = ({ cells, starts }: EvaluatedParts) =>
    cells.slice(starts[series], starts[series + 1]).map((lines) => lines.get(group) ?? lines.get('') ?? []);
  const now = compared.map(linesOf);
  const then = earlier.map(({ matches, evaluated }) => ({ matches, lines: evaluated.map(linesOf) }));
  const at = (lines: readonly (readonly Cell[])[], index: number) => lines.map((line) => line[index] ?? absent);
  for (const [index, slot] of slots.entries()) {
    const { from, to } = buckets[index] as Bucket;
    if (from >= until) continue;
    slot.compared.push({
      now: now.map((lines) => at(lines, index)),
      earlier: then.map(({ matches, lines }) =>
        now.map((_, quantity) => at(lines[quantity] ?? [], matches[index] ?? -1)),
      ),
      day: toSiteDay(topology, from),
      time: Math.min(to, until) - from,
    });
  }
}

/** Returns the slot of each bucket. Sites with the same buckets and places share them. */
function slotsAlong(root: Branch, plan: Plan, times: SiteTimes, path: Path): readonly Slot[] {
  const name = nameOf(path);
  const known = times.slots.get(name);
  if (known !== undefined) return known;
  const leaves = leavesAlong(root, plan, times, path);
  const slots = times.keys.map(({ key, order }, index) => getSlot(leaves[index] as Branch, key, order));
  times.slots.set(name, slots);
  return slots;
}

/** Returns the leaf of each bucket, shared alike. */
function leavesAlong(root: Branch, plan: Plan, times: SiteTimes, path: Path): readonly Branch[] {
  const name = nameOf(path);
  const known = times.leaves.get(name);
  if (known !== undefined) return known;
  const steps = path.map((step) => step ?? everything);
  const ofTime = [...times.steps].filter(([group]) => path[group] === null);
  const leaves = times.keys.map((_, index) => {
    for (const [group, ofBucket] of ofTime) steps[group] = ofBucket[index] ?? everything;
    const leaf = getLeaf(root, steps);
    leaf.plan = plan;
    return leaf;
  });
  times.leaves.set(name, leaves);
  return leaves;
}

const nameOf = (path: Path) => JSON.stringify(path.map((step) => step?.key ?? null));

/** Returns the descriptor values that occur in the answer. */
function occurringSplits(evaluated: readonly EvaluatedSite[]): string[] {
  const all = evaluated.flatMap((site): Evaluated[] => [
    ...site.current,
    ...site.earlier.flatMap((one) => one.evaluated),
  ]);
  const groups = new Set(all.flatMap(({ cells }) => cells.flatMap((lines) => [...lines.keys()])));
  groups.delete('');
  return [...groups].sort();
}

/** Facts that depend on a site's clock only. Sites with equal clocks share them. */
interface SiteTimes {
  /** By bucket. */
  readonly keys: readonly SlotPlace[];
  readonly steps: TimeSteps;
  readonly slots: Map<string, readonly Slot[]>;
  readonly leaves: Map<string, readonly Branch[]>;
}

function timesByClock(plan: Plan): (site: PlannedSite) => SiteTimes {
  const known = new Map<string, SiteTimes>();
  return (site) => {
    const clock = `${site.topology.timezone} ${site.topology.changeOfDay}`;
    const times = known.get(clock) ?? siteTimes(plan, site);
    known.set(clock, times);
    return times;
  };
}

function siteTimes(plan: Plan, site: PlannedSite): SiteTimes {
  const steps = buildTimeSteps(plan, site.topology, site.timeline.buckets);
  return { keys: slotKeys(plan, site), steps, slots: new Map(), leaves: new Map() };
}

interface SlotPlace {
  readonly key: SlotKey;
  readonly order: number;
}

/** Sites in one time zone align by instant; in several, by local time, with a repeated hour counted separately. */
function slotKeys({ clocksDiffer }: Plan, { timeline }: PlannedSite): SlotPlace[] {
  if (!clocksDiffer) return timeline.buckets.map(({ from }) => ({ key: from, order: from }));
  const shown = new Map<number, number>();
  return timeline.buckets.map(({ wall }) => {
    const times = shown.get(wall) ?? 0;
    shown.set(wall, times + 1);
    return { key: `${wall} ${times}`, order: wall };
  });
}

/** More than the number of doors or devices of any site. */
const placesPerSite = 1_000_000;

/** Step of a series per grouping; null for groupings by time, or when there is a single group. */
type Path = readonly (Step | null)[];

const everything: Step = { key: 'all', label: 'all', order: 0 };

function pathOf(plan: Plan, series: PlannedSeries, values: readonly string[], site: number): Path {
  const splits: readonly string[] = getSplits(plan.query);
  return plan.query.groupBy.map(({ type }, index) => {
    const place = series.groups.get(index);
    if (place !== undefined) return { order: site + (place.place ?? 0) / placesPerSite, ...place };
    const facet = plan.labels.get(index);
    if (facet !== undefined) return { key: facet.label, ...facet };
    if (!isDescriptorCriterion(type)) return null;
    const value = values[splits.indexOf(criterionDescriptors[type])] ?? '';
    return { key: value, label: value, order: orderOf(type, value) };
  });
}

/** Strings arrive in alphabetical order; numbers are ordered by size. */
function orderOf(type: GroupBy['type'], value: string): number {
  return isDescriptorCriterion(type) && descriptorValues[criterionDescriptors[type]] === 'wholeNumber'
    ? Number(value)
    : 0;
}
