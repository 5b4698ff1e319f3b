import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { type Span, toDaysSpan } from '@atrium/domain/core';
import {
  buildExplainedQuery,
  type FindGroupId,
  findSourceHours,
  isNamedGroup,
  isTimeGroup,
} from '@atrium/domain/dashboards/explain';
import { getComparisonMode, type WidgetNumbers } from '@atrium/domain/dashboards/widgets';
import { findMetric, toAnswerMetric } from '@atrium/domain/measurements';
import { useText } from '../../i18n/index.ts';
import { type Explained, type Sibling, toExplainedSpans, useExplain } from '../explain/index.ts';
import type { Site } from '../site-page/site.ts';
import { formatMetricName, formatMetricValue, getWording, type Reader } from '../words/metric-texts.ts';
import { WidgetPlacesDocument } from './operations.generated.ts';
import type { WidgetExplains } from './pictures/view.ts';
import { listSeriesNumbers, type WidgetNumber } from './pictures/widget-number.ts';
import type { PlannedWidget } from './plan-board.ts';

export interface ExplainableWidget extends WidgetExplains {
  /** Key of the first number with an explanation; null if there is none. */
  readonly first: string | null;
}

/**
 * Makes a widget's numbers explainable, each by the query that answers it alone: those of its series, and those a view
 * registers itself.
 */
export function useWidgetExplains(
  planned: PlannedWidget,
  answered: WidgetNumbers | null,
  own: readonly WidgetNumber[],
  site: Site | null,
): ExplainableWidget | null {
  const reader = useText();
  const client = useApolloClient();
  const numbers = answered === null ? own : [...listSeriesNumbers(planned, answered.series, reader), ...own];
  const describe = (key: string, spans: readonly Span[]): Explained | null | Promise<Explained | null> => {
    const found = numbers.find((each) => each.key === key);
    if (!found || !site) return null;
    const told = { site, reader, siblings: siblingsOf(found, spans) };
    // Names of doors and devices are resolved to ids on demand.
    return found.groups.some(({ type, zoneId }) => zoneId === null && isNamedGroup(type))
      ? idsOfNames(client, site).then((idOf) => explainedOf(planned, found, spans, { ...told, idOf }))
      : explainedOf(planned, found, spans, { ...told, idOf: () => null });
  };
  const explains = useExplain(`w${planned.widget.id ?? planned.key}`, describe);
  if (explains === null) return null;
  return {
    first: numbers.find(({ key }) => describe(key, []) !== null)?.key ?? null,
    open: explains.open,
    isOpen: explains.isOpen,
  };

  function siblingsOf(shown: WidgetNumber, spans: readonly Span[]): readonly Sibling[] {
    const time = timeOf(shown);
    // The siblings of a number with a time group are those of the same time.
    const beside = numbers.filter((each) => timeOf(each) === time);
    return beside.map((each) => ({
      name: each.name,
      isThis: each === shown,
      open: () => explains?.open(each.key, spans),
    }));
  }
}

/** Returns the dates or hours that a number is grouped by; '' without any. */
function timeOf({ groups }: WidgetNumber): string {
  return groups.flatMap(({ type, label }) => (isTimeGroup(type) ? [label] : [])).join('/');
}

/** Drops future spans, unless all of them are in the future. */
function begun(spans: readonly Span[], now: number): readonly Span[] {
  const past = spans.filter(({ from }) => from < now);
  return past.length === 0 ? spans : past;
}

interface Told {
  readonly site: Site;
  readonly reader: Reader;
  readonly siblings: readonly Sibling[];
  readonly idOf: FindGroupId;
}

async function idsOfNames(client: ApolloClient, { topology, categories }: Site): Promise<FindGroupId> {
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
  { widget, context }: PlannedWidget,
  { metric: id, unit, index, query: asked, groups, place }: WidgetNumber,
  spans: readonly Span[],
  { site, reader, siblings, idOf }: Told,
): Explained | null {
  const known = findMetric(id);
  const metric = known && toAnswerMetric(known, unit ?? known.unit);
  const { ranges } = context.filters;
  const hours = findSourceHours(groups, site.topology, ranges);
  const stretches = hours ?? spans;
  const query = hours?.length === 0 ? null : buildExplainedQuery(asked, groups, stretches, idOf);
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (query === null || metric === undefined || !first || !last) return null;
  const own = index === null ? undefined : widget.metrics?.[index];
  const wording = getWording(widget, index ?? -1, metric);
  return {
    title: formatMetricName(widget, index ?? -1, metric, reader.t),
    place,
    metric,
    query,
    ...toExplainedSpans(begun(stretches, context.now), toDaysSpan(site.topology, first.from, last.to)),
    ranges,
    calendar: site.topology,
    mode:
      own && (ranges.length === 1 || stretches.length === 1) && hours === null
        ? getComparisonMode(widget, own, context)
        : null,
    format: (value) => formatMetricValue(value, metric, { ...wording, formatter: null }, reader),
    siblings,
  };
}
