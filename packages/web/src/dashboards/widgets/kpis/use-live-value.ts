import { useSubscription } from '@apollo/client/react';
import { toSiteDay } from '@atrium/domain/core';
import type { Widget } from '@atrium/domain/dashboards/definitions';
import {
  applyItemPlaces,
  type LiveMode,
  listWidgetZones,
  type WidgetContext,
  type WidgetSeries,
} from '@atrium/domain/dashboards/widgets';
import { countDays } from '@atrium/domain/measurements';
import { useState } from 'react';
import type { Site } from '../../site/site.ts';
import { WidgetLiveDocument } from '../data/operations.generated.ts';

/** Returns the pushed value; null before the first one, and if the figure is not pushed. */
export function useLiveValue(
  series: WidgetSeries,
  of: { readonly widget: Widget; readonly context: WidgetContext; readonly site: Site; readonly live: LiveMode | null },
): { readonly value: number | null } | null {
  const [found, setFound] = useState<{ readonly key: string; readonly value: number | null } | null>(null);
  const { widget, context, site, live } = of;
  const placed = applyItemPlaces(widget, series.metric.id);
  const zones = listWidgetZones(placed, context);
  const { organizationId, installationId } = site.topology;
  const key = `${installationId}/${zones.join()}/${series.metric.id}`;
  const isPushed =
    live === 'live' &&
    zones.length === 1 &&
    isOfZones(placed) &&
    isWholeToday(context, site) &&
    isPlain(series, widget);
  useSubscription(WidgetLiveDocument, {
    variables: {
      organizationId,
      installationId,
      target: 'ZONE',
      entityIds: zones.slice(0, 1),
      metrics: [series.metric.id],
    },
    skip: !isPushed,
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      const pushed = data?.liveMetric;
      if (pushed) setFound({ key, value: pushed.state === 'known' ? pushed.value : null });
    },
    onError: () => setFound(null),
  });
  return isPushed && found?.key === key ? { value: found.value } : null;
}

/** Pushed values cover the site's whole running day and all people. */
function isWholeToday({ filters, now }: WidgetContext, { topology }: Site): boolean {
  const [range, ...more] = filters.ranges;
  const isToday =
    range !== undefined && more.length === 0 && countDays(range) === 1 && range.from === toSiteDay(topology, now);
  const isEverybody = filters.genders === null && filters.engagements === null && filters.tags.length === 0;
  return isToday && isEverybody && filters.hours === null && filters.weekdays === null;
}

/** Figures with conditions or their own aggregation are queried, not pushed. */
function isPlain({ index, groups }: WidgetSeries, widget: Widget): boolean {
  const metric = widget.metrics?.[index];
  return groups.length === 0 && metric?.aggregation === undefined && metric?.filters === undefined && !widget.filters;
}

/** Pushed values are per zone. Doors and devices are queried. */
const isOfZones = ({ passageIds = [], deviceIds = [] }: Widget) => passageIds.length === 0 && deviceIds.length === 0;
