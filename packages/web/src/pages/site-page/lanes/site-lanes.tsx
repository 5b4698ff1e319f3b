import type { Coverage } from '@atrium/domain/numbers';
import type { AnswerBucket, ResolvedFilters } from '@atrium/domain/pages';
import { listMetricLanes } from '@atrium/domain/pages/site-pages';
import type { ReactNode } from 'react';
import type { ChartAxis } from '../../../charts/index.ts';
import { loadMessages, loadMetricsMessages } from '../../../i18n/index.ts';
import { useMayDo } from '../../../people/organization/index.ts';
import { lazyComponent } from '../../../ui/page/lazy-component.tsx';
import type { Site } from '../site.ts';
import type { SectionName } from '../tabs.tsx';
import { laneHeights } from './lane-heights.ts';

/** Loaded after the page's figures, with the names of metrics and alerts. */
const Lanes = lazyComponent(async () => {
  const [loaded] = await Promise.all([import('./lanes.tsx'), loadMetricsMessages(), loadMessages('alerts')]);
  return loaded.Lanes;
});

/** What is drawn below a chart on the same time axis. */
export interface BelowChart {
  /** In px, known before anything loads, so that nothing moves when it does. */
  readonly height: number;
  readonly draw: (axis: ChartAxis) => ReactNode;
}

interface LanesOf {
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: number;
  /** Coverage of the main chart: when its sensors were silent. */
  readonly coverage: Coverage;
  /** Goods sold, which the page has asked for; null if the shown places sell nothing. */
  readonly sold?: readonly AnswerBucket[] | null;
}

/** Returns the lanes below a section's main chart: what else the site measures, its alerts and its silent sensors. */
export function useSiteLanes(section: SectionName, { site, filters, now, coverage, sold = null }: LanesOf): BelowChart {
  const showsAlerts = useMayDo('alertLog');
  const metrics = listMetricLanes(section, site.events, sold !== null, now);
  const height = laneHeights.before + metrics.length * laneHeights.metric + (showsAlerts ? 2 : 1) * laneHeights.spans;
  return {
    height,
    draw: (axis) => <Lanes {...{ axis, metrics, sold, site, filters, now, coverage, showsAlerts }} />,
  };
}
