import { type Span, toDaysSpan } from '@atrium/domain/core';
import { findMetric } from '@atrium/domain/numbers';
import { isTimeGroup } from '@atrium/domain/pages/explain';
import { getComparisonMode, type WidgetNumbers } from '@atrium/domain/pages/widgets';
import { useText } from '../../i18n/index.ts';
import { isExplainable, type NumberQuestion } from '../explain/explain-number.ts';
import { type Sibling, useExplain } from '../explain/index.ts';
import type { Site } from '../site-page/site.ts';
import { formatMetricName, formatMetricValue, getWording, type Reader } from '../words/metric-texts.ts';
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
  const numbers = answered === null ? own : [...listSeriesNumbers(planned, answered.series, reader), ...own];
  const ask = (key: string, spans: readonly Span[]): NumberQuestion | null => {
    const found = numbers.find((each) => each.key === key);
    return found && site ? askWidget(planned, found, { site, reader, siblings: siblingsOf(found, spans) }) : null;
  };
  const explains = useExplain(`w${planned.widget.id ?? planned.key}`, ask);
  if (explains === null) return null;
  return {
    first: numbers.find(isAlone)?.key ?? null,
    open: explains.open,
    isOpen: explains.isOpen,
  };

  /** Whether a number can be queried alone. Its siblings do not matter and take long, so they are not listed. */
  function isAlone(shown: WidgetNumber): boolean {
    return isExplainable(site && askWidget(planned, shown, { site, reader, siblings: [] }));
  }

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

interface Asking {
  readonly site: Site;
  readonly reader: Reader;
  readonly siblings: readonly Sibling[];
}

function askWidget(
  { widget, context }: PlannedWidget,
  { metric: id, unit, index, query, groups, place }: WidgetNumber,
  { site, reader, siblings }: Asking,
): NumberQuestion {
  const { ranges } = context.filters;
  const [first, last] = [ranges[0], ranges.at(-1)];
  const own = index === null ? undefined : widget.metrics?.[index];
  const metric = findMetric(id);
  return {
    query,
    groups,
    ...(unit !== undefined && { unit }),
    ...(metric && { title: formatMetricName(widget, index ?? -1, metric, reader.t) }),
    place,
    whole: first && last ? toDaysSpan(site.topology, first.from, last.to) : null,
    ranges,
    calendar: site.topology,
    mode: own ? getComparisonMode(widget, own, context) : null,
    format: (value, of) =>
      formatMetricValue(value, of, { ...getWording(widget, index ?? -1, of), formatter: null }, reader),
    siblings,
    idOf: (type, label) => findTagId(site, type, label),
  };
}

function findTagId({ categories }: Site, type: string, label: string): number | null {
  if (type === 'TAG_CATEGORY') return categories.find(({ name }) => name === label)?.id ?? null;
  if (type !== 'TAG') return null;
  return categories.flatMap(({ tags }) => tags).find(({ name }) => name === label)?.id ?? null;
}
