import { type Cell, descriptorOf, isDescriptorCriterion } from '@atrium/domain/measurements';
import type { Evaluated } from '../cells/evaluation.ts';
import type { Plan, PlannedSite } from '../plan-query.ts';
import { type PlannedSeries, splitsOf } from '../planned-series.ts';
import type { Bucket } from '../timeline.ts';
import { type Branch, leafAt, newBranch, type Step, slotAt } from './answer-tree.ts';

/** What was evaluated of one site: by quantity, now and for each earlier time. */
export interface EvaluatedSite {
  readonly current: readonly Evaluated[];
  readonly earlier: readonly (readonly Evaluated[])[];
}

const missing: Cell = { state: 'missing' };

/** Hangs every cell where the groupings say. */
export function growTree(plan: Plan, evaluated: readonly EvaluatedSite[]): Branch {
  const root = newBranch('', 0);
  const splits = splitsOf(plan.query);
  const groups = splits.length === 0 ? [''] : occurringSplits(evaluated);
  for (const [number, site] of plan.sites.entries()) {
    const cells = evaluated[number] as EvaluatedSite;
    const keys = slotKeys(plan, site);
    for (const [series, planned] of site.series.entries()) {
      for (const group of groups) {
        const pathTo = pathFinder(plan, planned, group.split(';'), number);
        for (const [index, bucket] of site.timeline.buckets.entries()) {
          const { key, order } = keys[index] as SlotKey;
          const leaf = leafAt(root, pathTo(bucket));
          const slot = slotAt(leaf, key, order, cells.current.length, site.earlier.length);
          for (const [quantity, one] of cells.current.entries())
            slot.current[quantity]?.push(cellAt(one, series, group, index));
          for (const [shift, then] of cells.earlier.entries()) {
            const match = site.earlier[shift]?.matches[index] ?? null;
            for (const [quantity, one] of then.entries())
              slot.earlier[shift]?.[quantity]?.push(match === null ? missing : cellAt(one, series, group, match));
          }
        }
      }
    }
  }
  return root;
}

function cellAt({ cells }: Evaluated, series: number, group: string, bucket: number): Cell {
  const lines = cells[series];
  return (lines?.get(group) ?? lines?.get(''))?.[bucket] ?? missing;
}

/** The values of descriptors that occur anywhere in the answer. */
function occurringSplits(evaluated: readonly EvaluatedSite[]): string[] {
  const all = evaluated.flatMap((site) => [...site.current, ...site.earlier.flat()]);
  const groups = new Set(all.flatMap(({ cells }) => cells.flatMap((lines) => [...lines.keys()])));
  groups.delete('');
  return [...groups].sort();
}

interface SlotKey {
  readonly key: string;
  readonly order: number;
}

/** Sites in one timezone align by instant; in several by what their clocks show, an hour shown twice counted apart. */
function slotKeys({ clocksDiffer }: Plan, { timeline }: PlannedSite): SlotKey[] {
  if (!clocksDiffer) return timeline.buckets.map(({ from }) => ({ key: `${from}`, order: from }));
  const shown = new Map<number, number>();
  return timeline.buckets.map(({ wall }) => {
    const times = shown.get(wall) ?? 0;
    shown.set(wall, times + 1);
    return { key: `${wall} ${times}`, order: wall };
  });
}

function pathFinder(plan: Plan, series: PlannedSeries, values: readonly string[], site: number) {
  const splits: readonly string[] = splitsOf(plan.query);
  const { groupBy } = plan.query;
  let dates = 0;
  const steps = groupBy.map(({ type }, index): ((bucket: Bucket) => Step) => {
    const place = series.groups.get(index);
    if (place !== undefined) return () => ({ ...place, order: site });
    if (isDescriptorCriterion(type)) {
      const value = values[splits.indexOf(descriptorOf[type])] ?? '';
      return () => ({ key: value, label: value, order: 0 });
    }
    if (type !== 'DATE') return () => ({ key: 'all', label: 'all', order: 0 });
    const date = dates++;
    return (bucket) => {
      const { label, from, wall } = bucket.dates[date] as Bucket['dates'][number];
      if (!plan.clocksDiffer) return { key: label, label, order: from };
      const local = new Date(wall).toISOString().slice(0, 19);
      return { key: local, label: local, order: wall };
    };
  });
  return (bucket: Bucket): Step[] => steps.map((step) => step(bucket));
}
