import {
  buildSectionQueries,
  listSectionQueries,
  listTabMetrics,
  type SectionTab,
} from '@atrium/domain/dashboards/site-pages';
import type { Band } from '@atrium/domain/measurements';
import { type ReactNode, useMemo } from 'react';
import { useNumbers } from '../../answers/index.ts';
import { formatUnsupported } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { CoverageChip } from '../cards/coverage-chip.tsx';
import { CountingSkeleton, NothingMatches, NumbersFailed, Quiet, type SkeletonPart } from '../cards/states.tsx';
import { type Explains, useExplain } from '../explain/index.ts';
import { AppliedRow } from '../filters/applied-row.tsx';
import type { TabProps } from '../site-page/site-page.tsx';
import { buildSectionModel, type SectionModel } from './section-model.ts';

interface SectionPageProps extends TabProps {
  readonly tab: SectionTab;
  /** Blocks of the page's skeleton. */
  readonly shape: readonly SkeletonPart[];
  /** The limits that rate the page's values. */
  readonly bandOf?: ((metric: string) => Band) | null;
  /** The parts that have time shares. */
  readonly places?: readonly string[];
  readonly children: (model: SectionModel, explains: Explains | null) => ReactNode;
}

/** Polling interval in ms while the shown days are running. */
const pollInterval = 60_000;

/** A tab for some of a site's metrics: the applied filters, then the numbers or the reason why there are none. */
export function SectionPage({ tab, shape, bandOf = null, places = [], children, ...props }: SectionPageProps) {
  const { site, filters, now, change, reset } = props;
  const text = useText();
  const { t } = text;
  const { counted, ranges, state, today } = filters;
  const metrics = listTabMetrics(tab, site.events, now);
  const key = JSON.stringify([
    metrics,
    counted.map(({ id }) => id),
    filters.zone.id,
    ranges,
    [state.hours, state.day, state.gender, state.engagement, state.compare],
    today,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const queries = useMemo(() => buildSectionQueries(tab, site, filters, metrics), [site, key, tab]);
  const asked = useMemo(() => (counted.length === 0 ? [] : listSectionQueries(queries)), [queries, counted.length]);
  const numbers = useNumbers(asked, filters.follows ? pollInterval : null);
  const model = useMemo(
    () => (numbers.state === 'ready' ? buildSectionModel(queries, numbers.answers, { site, filters, now }) : null),
    [numbers, queries, site, filters, now],
  );
  const explains = useExplain('section', (part, spans) =>
    import('./ask-section.ts').then(({ askSection }) =>
      askSection(part, { queries, site, filters, now, bandOf, places }, spans, text),
    ),
  );
  const coverage = model?.coverage ?? null;
  return (
    <>
      <AppliedRow
        filters={filters}
        site={site}
        change={change}
        reset={reset}
        coverage={
          coverage && (
            <CoverageChip
              model={{ coverage }}
              site={site}
              filters={filters}
              explain={explains && (() => explains.open(model?.metrics[0]?.metric.id))}
            />
          )
        }
      />
      {counted.length === 0 ? (
        <NothingMatches />
      ) : numbers.state === 'failed' ? (
        <NumbersFailed code={numbers.code} reason={numbers.reason} retry={numbers.retry} />
      ) : model === null ? (
        <CountingSkeleton parts={shape} />
      ) : model.metrics.length === 0 ? (
        <Quiet text={model.notTold.length > 0 ? formatUnsupported(model.notTold, t) : t('section.nothing')} />
      ) : (
        children(model, explains)
      )}
    </>
  );
}
