import {
  buildCountingQuestions,
  type CountingQueries,
  listTableZones,
  type ResolvedFilters,
  reportsGender,
  siteTabs,
} from '@atrium/domain/pages';
import { useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import { type NamedNumbers, useNamedNumbers } from '../../numbers/answers/index.ts';
import { InsideFeed, InsideProvider } from '../../numbers/live/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import styles from '../cards/cards.module.css';
import { useExplain } from '../explain/index.ts';

import type { Site } from '../site-page/site.ts';
import { SitePage } from '../site-page/site-page.tsx';
import { getPollInterval, getQueriesKey, TabContent, type TabProps } from '../site-page/tab-content.tsx';
import { buildCountingModel, showsInside } from './counting-model.ts';
import { KpiRow } from './kpi-row.tsx';

interface Counting {
  readonly numbers: NamedNumbers<keyof CountingQueries>;
  /** The queries that the numbers answer. */
  readonly queries: CountingQueries;
}

/** Loads all numbers of the page in one request. Polls every minute while the shown days include now. */
function useCounting(site: Site, filters: ResolvedFilters): Counting {
  const key = getQueriesKey(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const { queries, asked } = useMemo(() => buildCountingQuestions(site, filters), [site, key]);
  return { queries, numbers: useNamedNumbers(asked, getPollInterval(filters), 'entries') };
}

/** Loaded in parallel with the numbers. */
const FlowCard = lazyComponent(() => import('./flow-card.tsx').then((module) => module.FlowCard));
const WeekCard = lazyComponent(() => import('../cards/week-card.tsx').then((module) => module.WeekCard));
const ZoneTable = lazyComponent(() => import('./zone-table.tsx').then((module) => module.ZoneTable));
const PeopleHeadline = lazyComponent(() => import('./people-headline.tsx').then((module) => module.PeopleHeadline));
for (const part of [FlowCard, WeekCard, ZoneTable, PeopleHeadline]) part.fetch().catch(() => {});

/** Skeleton for sites with more visitor figures than four cards hold. */
const longSkeleton = ['headline', 'moreKpis', 'charts', 'table'] as const;

const ghostChart = <div className={`${styles.ghostChart} ${styles.ghost}`} />;

/** Shows a site's visitors: how many are inside, came and left, when, and where. */
export function CountingSitePage() {
  return <SitePage tab="counting">{(props) => <Overview {...props} />}</SitePage>;
}

function Overview(props: TabProps) {
  const { site, filters, now } = props;
  const { numbers: told, queries } = useCounting(site, filters);
  const numbers = filters.counted.length > 0 && told.state === 'ready' ? told.answers : null;
  const model = useMemo(
    () => (numbers ? buildCountingModel(numbers, site, filters, now) : null),
    [numbers, site, filters, now],
  );
  const zoneIds = useMemo(
    () => [...new Set([...filters.counted, ...listTableZones(site, filters)].map((each) => each.id))],
    [site, filters],
  );
  const showInside = showsInside(filters, site, now);
  const { t } = useText();
  const explains = useExplain('', (key) =>
    import('./ask-counting.ts').then(({ askCounting }) => askCounting(key, { queries, site, filters }, t)),
  );
  const context = { queries, site, filters, explains };
  return (
    <InsideProvider>
      <InsideFeed
        organizationId={site.topology.organizationId}
        installationId={site.topology.installationId}
        zoneIds={zoneIds}
      />
      <TabContent
        {...props}
        numbers={told}
        coverage={model?.coverage ?? null}
        explain={explains && (() => explains.open('entries'))}
        shape={reportsGender(site) && !filters.splits ? longSkeleton : siteTabs.counting.skeleton}
      >
        {model && numbers && (
          <>
            <PeopleHeadline model={model} context={context} waiting={<div className={styles.ghostHeadline} />} />
            <KpiRow model={model} context={context} now={now} showInside={showInside && filters.counted.length === 1} />
            <div className={styles.charts}>
              <FlowCard model={model} context={context} now={now} waiting={ghostChart} />
              <WeekCard
                model={model}
                notTold={model.entries.notTold}
                site={site}
                now={now}
                explain={explains && ((spans) => explains.open('typicalWeek', spans))}
                waiting={ghostChart}
              />
            </div>
            <ZoneTable
              {...{ model, numbers, context, now, showInside }}
              waiting={<div className={`${styles.ghostTable} ${styles.ghost}`} />}
            />
          </>
        )}
      </TabContent>
    </InsideProvider>
  );
}
