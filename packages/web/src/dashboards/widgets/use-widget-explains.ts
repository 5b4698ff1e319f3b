import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { type Span, spanOfDays } from '@atrium/domain/core';
import { explainedQuery, type IdOfGroup, isNamedGroup } from '@atrium/domain/dashboards/explain';
import {
  comparisonOf,
  placedWidget,
  type WidgetNumbers,
  type WidgetSeries,
  zonesOfWidget,
} from '@atrium/domain/dashboards/widgets';
import { useText } from '../../i18n/index.ts';
import { type Explained, type Sibling, useExplain } from '../explain/index.ts';
import type { Site } from '../site/site.ts';
import type { PlannedWidget } from './data/plan-board.ts';
import { WidgetPlacesDocument } from './operations.generated.ts';
import type { WidgetExplains } from './view.ts';
import { metricWord, type Reader, sayValue, seriesName, wordingOf } from './words/metric-words.ts';

export interface ExplainableWidget extends WidgetExplains {
  /** Whether any of its numbers can be explained. */
  readonly first: WidgetSeries | null;
}

/** Lets the numbers of a widget explain themselves, each by the question that it alone answers. */
export function useWidgetExplains(
  planned: PlannedWidget,
  numbers: WidgetNumbers | null,
  site: Site | null,
): ExplainableWidget | null {
  const { say, locale } = useText();
  const series = numbers?.series ?? [];
  const client = useApolloClient();
  const describe = (key: string, span: Span | null): Explained | null | Promise<Explained | null> => {
    const found = series.find((each) => each.key === key);
    if (!found || !site) return null;
    const told = { site, reader: { say, locale }, siblings: siblingsOf(found, span) };
    // Names of doors and devices become ids only when somebody asks for one.
    return found.groups.some(({ type }) => isNamedGroup(type))
      ? idsOfNames(client, site).then((idOf) => explainedOf(planned, found, span, { ...told, idOf }))
      : explainedOf(planned, found, span, { ...told, idOf: () => null });
  };
  const explains = useExplain(`w${planned.widget.id ?? planned.key}`, describe);
  if (explains === null) return null;
  return {
    first: series.find((each) => describe(each.key, null) !== null) ?? null,
    open: (each, span = null) => explains.open(each.key, span),
    isOpen: (each) => explains.isOpen(each.key),
  };

  function siblingsOf(shown: WidgetSeries, span: Span | null): readonly Sibling[] {
    return series.map((each) => ({
      name: seriesName(planned.widget, each, series, say),
      isThis: each === shown,
      open: () => explains?.open(each.key, span),
    }));
  }
}

interface Told {
  readonly site: Site;
  readonly reader: Reader;
  readonly siblings: readonly Sibling[];
  readonly idOf: IdOfGroup;
}

async function idsOfNames(client: ApolloClient, { topology, categories }: Site): Promise<IdOfGroup> {
  const { data } = await client.query({
    query: WidgetPlacesDocument,
    variables: { installationId: topology.installationId },
  });
  const named: Readonly<Record<string, readonly { readonly id: number; readonly name: string }[]>> = {
    PASSAGE: data?.passagesByInstallation ?? [],
    DEVICE: [...(data?.padsByInstallation ?? []), ...(data?.devicesAtmosphereByInstallation ?? [])],
    TAG: categories.flatMap(({ tags }) => tags),
    TAG_CATEGORY: categories,
  };
  return (type, label) => named[type]?.find(({ name }) => name === label)?.id ?? null;
}

function explainedOf(
  { widget, context, plan }: PlannedWidget,
  series: WidgetSeries,
  span: Span | null,
  { site, reader, siblings, idOf }: Told,
): Explained | null {
  const asked =
    plan.kind === 'shown'
      ? plan.queries.find(({ role, metric }) => role === 'data' && metric === series.index)
      : undefined;
  const query = asked ? explainedQuery(asked.query, series.groups, span, idOf) : null;
  const { ranges } = context.filters;
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (query === null || !first || !last) return null;
  const { metric } = series;
  const own = widget.metrics?.[series.index];
  const wording = wordingOf(widget, series.index, metric);
  return {
    title: metricWord(widget, series.index, metric, reader.say),
    place: placeOf(widget, series, context),
    metric,
    query,
    span: span ?? spanOfDays(site.topology, first.from, last.to),
    ranges,
    site,
    mode: own && ranges.length === 1 ? comparisonOf(widget, own, context) : null,
    format: (value) => sayValue(value, metric, { ...wording, formatter: null }, reader),
    siblings,
  };
}

/** So many places are named one by one. */
const mostPlaces = 3;

function placeOf(widget: PlannedWidget['widget'], series: WidgetSeries, context: PlannedWidget['context']): string {
  const group = series.groups.map(({ label }) => label).filter((label) => label !== 'all');
  if (group.length > 0) return group.join(' · ');
  const names = zonesOfWidget(placedWidget(widget, series.metric.id), context).flatMap((zoneId) =>
    context.sites.flatMap(({ name, zones }) =>
      zones.flatMap((zone) => (zone.id !== zoneId ? [] : [zone.parentIds.length === 0 ? name : zone.name])),
    ),
  );
  return names.length > mostPlaces
    ? `${names.slice(0, mostPlaces).join(', ')} +${names.length - mostPlaces}`
    : names.join(', ');
}
