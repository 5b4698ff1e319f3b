import { openState } from '@atrium/domain/sites';
import { lazy, Suspense, useMemo } from 'react';
import { InsideFeed, InsideProvider } from '../../live/index.ts';
import { AppliedRow } from '../filters/applied-row.tsx';
import { InstallationPage, type TabProps } from '../installation/installation-page.tsx';
import styles from './counting.module.css';
import { countingModel, tableZones } from './counting-model.ts';
import { CoverageChip } from './coverage-chip.tsx';
import { KpiRow } from './kpi-row.tsx';
import { CountingSkeleton, codeOf, NothingMatches, NumbersFailed, overviewParts, reasonOf } from './states.tsx';
import { useCounting } from './use-counting.ts';
import { useCountingExplains } from './use-counting-explains.ts';

/** The pictures come beside the figures, which need not wait for the code that draws them. */
const flowCard = import('./flow-card.tsx');
const FlowCard = lazy(() => flowCard.then((module) => ({ default: module.FlowCard })));
/** What explains the figures may come after them. */
const PeopleHeadline = lazy(() =>
  import('../headline/people-headline.tsx').then((module) => ({ default: module.PeopleHeadline })),
);
const WeekCard = lazy(() => import('./week-card.tsx').then((module) => ({ default: module.WeekCard })));
const ZoneTable = lazy(() => import('./zone-table.tsx').then((module) => ({ default: module.ZoneTable })));

/** A site's people: how many are inside, came and left, when, and where. */
export function CountingInstallationPage() {
  return <InstallationPage section="counting">{(props) => <Overview {...props} />}</InstallationPage>;
}

function Overview({ site, filters, now, change, reset }: TabProps) {
  const { numbers, queries, error, retry } = useCounting(site, filters);
  const model = useMemo(
    () => (numbers ? countingModel(numbers, site, filters, now) : null),
    [numbers, site, filters, now],
  );
  const zoneIds = useMemo(
    () => [...new Set([...filters.counted, ...tableZones(site, filters)].map((each) => each.id))],
    [site, filters],
  );
  // D08: no figure of now for several ranges, for part of the people or while the doors are shut.
  const showInside =
    filters.ranges.length === 1 &&
    filters.counted.length === 1 &&
    !filters.splits &&
    openState(site.topology, now).state === 'open';
  const explains = useCountingExplains('typicalWeek', { queries, site, filters });
  const matches = filters.counted.length > 0;
  return (
    <InsideProvider>
      <InsideFeed
        organizationId={site.topology.organizationId}
        installationId={site.topology.installationId}
        zoneIds={zoneIds}
      />
      <AppliedRow
        filters={filters}
        site={site}
        change={change}
        reset={reset}
        coverage={model && <CoverageChip model={model} site={site} filters={filters} />}
      />
      {!matches && <NothingMatches />}
      {error && <NumbersFailed code={codeOf(error)} reason={reasonOf(error)} retry={retry} />}
      {matches && !error && !model && <CountingSkeleton parts={overviewParts} />}
      {matches && model && (
        <>
          <Suspense fallback={<div className={styles.ghostHeadline} />}>
            <PeopleHeadline model={model} filters={filters} />
          </Suspense>
          <KpiRow model={model} ground={{ queries, site, filters }} now={now} showInside={showInside} />
          <div className={styles.charts}>
            <Suspense fallback={<div className={`${styles.ghostChart} ${styles.ghost}`} />}>
              <FlowCard model={model} ground={{ queries, site, filters }} now={now} />
            </Suspense>
            <Suspense fallback={<div className={`${styles.ghostChart} ${styles.ghost}`} />}>
              <WeekCard
                model={model}
                site={site}
                now={now}
                explain={explains && ((spans) => explains.open('', spans))}
              />
            </Suspense>
          </div>
          <Suspense fallback={<div className={`${styles.ghostTable} ${styles.ghost}`} />}>
            <ZoneTable model={model} site={site} filters={filters} now={now} />
          </Suspense>
        </>
      )}
    </InsideProvider>
  );
}
