import { useApolloClient } from '@apollo/client/react';
import { type PartKind, tableZones, toSectionQueries } from '@atrium/domain/dashboards';
import type { Band } from '@atrium/domain/measurements';
import { type ReactNode, useMemo } from 'react';
import { useNumbers } from '../../answers/index.ts';
import { notToldWord } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { CoverageChip } from '../cards/coverage-chip.tsx';
import { CountingSkeleton, type GhostPart, NothingMatches, NumbersFailed, Quiet } from '../cards/states.tsx';
import { type Explains, useExplain } from '../explain/index.ts';
import { AppliedRow } from '../filters/applied-row.tsx';
import type { TabProps } from '../site-page/site-page.tsx';
import { listQueries, type SectionModel, sectionModel } from './section-model.ts';

interface SectionTabProps extends TabProps {
  readonly metrics: readonly string[];
  readonly partsBy: PartKind;
  /** The metric of the typical week; null where the page has none. */
  readonly week: string | null;
  /** What the page is made of, for the shape it has before its numbers. */
  readonly shape: readonly GhostPart[];
  /** Whether it is about all people, whichever of them the page is filtered by. */
  readonly isOfEverybody?: boolean;
  /** The limits by which the page rates what it shows. */
  readonly bandOf?: ((metric: string) => Band) | null;
  /** The parts of which shares of time are told. */
  readonly places?: readonly string[];
  /** Whether totals are those of the opening hours where no hours are chosen. */
  readonly isWhileOpen?: boolean;
  readonly children: (model: SectionModel, explains: Explains | null) => ReactNode;
}

/** ms between two questions while the days shown are still going on. */
const pollEvery = 60_000;

/** A tab about some of a site's metrics: what is applied, and then its numbers or why there are none. */
export function SectionTab({
  metrics,
  partsBy,
  week,
  shape,
  isOfEverybody = false,
  bandOf = null,
  places = [],
  isWhileOpen = false,
  children,
  ...props
}: SectionTabProps) {
  const { site, filters, now, change, reset } = props;
  const text = useText();
  const { t } = text;
  const { counted, ranges, state, today } = filters;
  const key = JSON.stringify([
    metrics,
    counted.map(({ id }) => id),
    filters.zone.id,
    ranges,
    [state.hours, state.day, state.gender, state.engagement, state.compare],
    today,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const queries = useMemo(
    () =>
      toSectionQueries({
        zoneIds: counted.map(({ id }) => id),
        partZoneIds: partsBy === 'ZONE_ID' ? partZones(props).map(({ id }) => id) : [],
        partsBy,
        metrics,
        week,
        ranges,
        hours: state.hours,
        isWhileOpen,
        day: state.day,
        gender: isOfEverybody ? 'all' : state.gender,
        engagement: isOfEverybody ? 'all' : state.engagement,
        calendar: site.topology,
        compare: state.compare.on ? state.compare.mode : null,
        today,
      }),
    [site, key, partsBy, week],
  );
  const asked = useMemo(() => (counted.length === 0 ? [] : listQueries(queries)), [queries, counted.length]);
  const numbers = useNumbers(asked, filters.follows ? pollEvery : null);
  const model = useMemo(
    () => (numbers.state === 'ready' ? sectionModel(queries, numbers.answers, { site, filters, now }) : null),
    [numbers, queries, site, filters, now],
  );
  const client = useApolloClient();
  const explains = useExplain('section', (part, spans) =>
    import('./explain-part.ts').then(({ explainPart }) =>
      explainPart(part, { queries, site, filters, now, bandOf, places }, spans, { reader: text, client }),
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
        <Quiet text={model.notTold.length > 0 ? notToldWord(model.notTold, t) : t('section.nothing')} />
      ) : (
        children(model, explains)
      )}
    </>
  );
}

/** The chosen zone and everything in it: a sensor of the hall belongs to the hall itself. */
export function partZones({ site, filters }: Pick<TabProps, 'site' | 'filters'>) {
  const inside = tableZones(site, filters);
  return filters.counted.some(({ id }) => inside.some((each) => each.id === id))
    ? inside
    : [...filters.counted, ...inside];
}
