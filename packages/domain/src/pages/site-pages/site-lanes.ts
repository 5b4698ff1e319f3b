import type { Instant } from '../../core/index.ts';
import { airSamples } from '../../numbers/index.ts';
import type { Family } from '../../people/access/index.ts';
import { energyOrder, listCurrentMetrics, type SectionEvent } from '../site-sections.ts';
import type { SectionTab } from '../site-tabs.ts';

/** A metric below a section's main chart, and the tab that asks for it, so that both show the same numbers. */
export interface MetricLane {
  readonly metric: string;
  readonly tab: SectionTab;
}

/** A lane of people. The candidates of the others depend on what the site measures. */
const people: MetricLane = { metric: 'affluenceIn', tab: 'flow' };
const air = airSamples.map(({ id }) => id);
/** Tills are in no event, so that they sell is known by their numbers only. */
const sales: MetricLane = { metric: 'numberOfGoodsSold', tab: 'flow' };

/**
 * Returns the metrics that a section's main chart is read with, at most one of each kind: people, air, energy and sales.
 * The section's own kind is the main chart itself. `sells`: whether the shown places sold anything.
 */
export function listMetricLanes(
  section: Family,
  events: readonly SectionEvent[],
  sells: boolean,
  now: Instant,
): readonly MetricLane[] {
  const measured = new Set(listCurrentMetrics(events, now));
  const findFirst = (candidates: readonly string[], tab: SectionTab): readonly MetricLane[] => {
    const metric = candidates.find((each) => measured.has(each));
    return metric === undefined ? [] : [{ metric, tab }];
  };
  return [
    ...(section !== 'counting' && measured.has(people.metric) ? [people] : []),
    ...(section !== 'atmosphere' ? findFirst(air, 'atmosphere') : []),
    ...(section !== 'energy' ? findFirst(energyOrder, 'energy') : []),
    ...(sells ? [sales] : []),
  ];
}
