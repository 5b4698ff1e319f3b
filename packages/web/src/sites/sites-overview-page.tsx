import { formatClockSeconds, formatWeekday } from '@atrium/domain/core/format';
import type { UsualRange } from '@atrium/domain/numbers';
import { Navigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { loadMessages, loadMetricsMessages, useText } from '../i18n/index.ts';
import { useInsideOfSites, useNow } from '../numbers/live/index.ts';
import { ExplainProvider } from '../pages/explain/index.ts';
import { mayDo, useViewer, useZone } from '../people/organization/index.ts';
import { useFirstStepsState } from '../setup/first-steps/steps.ts';
import { Button } from '../ui/form/button.tsx';
import { Icon, StatusMark } from '../ui/icons/index.ts';
import { CopyLinkButton } from '../ui/page/copy-link-button.tsx';
import { lazyComponent } from '../ui/page/lazy-component.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Table } from '../ui/table/table.tsx';
import { BriefBoundary, EmptyBriefPlace } from './brief/place/brief-place.tsx';
import { ClosedFold, useFold } from './closed-fold.tsx';
import foldStyles from './fold.module.css';
import type { OverviewSite } from './numbers/overview-model.ts';
import { useOverview } from './numbers/use-overview.ts';
import { useOverviewExplains } from './numbers/use-overview-explains.ts';
import { useOverviewRows } from './numbers/use-overview-rows.ts';
import { OrderMenu, useOrder, useOrdered } from './order-menu.tsx';
import { orderKeys } from './order-sites.ts';
import { WithoutNumbers } from './site-cells.tsx';
import { useSiteColumns } from './site-columns.tsx';
import styles from './sites.module.css';
import { countSensors, isAnyRunning, Strip } from './strip.tsx';

/** Loads in parallel with the numbers. Alerts show the names and units of metrics. */
const Brief = lazyComponent(async () => {
  const [part] = await Promise.all([
    import('./brief/brief.tsx').then((module) => module.Brief),
    loadMessages('alerts'),
    loadMetricsMessages(),
  ]);
  return part;
});
Brief.fetch().catch(() => {});
const briefFallback = <EmptyBriefPlace />;

/** Today at all sites. */
export function SitesOverviewPage() {
  const { t, locale } = useText();
  const now = useNow(20_000);
  const [wanted, setWanted] = useState('');
  const sees = mayDo(useViewer(), 'numbers');
  const overview = useOverview(now, locale, sees);
  const { sites, hasFailed } = overview;
  return (
    <>
      <PageHeader
        title={t('sites.title')}
        status={<LiveClock />}
        actions={
          sites && sites.length > 0 ? (
            <>
              <FindSite wanted={wanted} onChange={setWanted} />
              <CopyLinkButton address={() => location.href} />
            </>
          ) : null
        }
      />
      {hasFailed && <Failed text={t('sites.failed')} retry={overview.retry} />}
      {!hasFailed && !sites && <Skeleton />}
      {!hasFailed && sites && (sites.length === 0 || !sees) && <NoSites />}
      {!hasFailed && sites && sites.length > 0 && sees && (
        <ExplainProvider>
          {overview.isWithoutNumbers && <Failed text={t('counting.failed')} retry={overview.retry} />}
          <Loaded
            sites={sites}
            isWithoutNumbers={overview.isWithoutNumbers}
            numbers={overview.numbers}
            energy={overview.energy}
            comfort={overview.comfort}
            wanted={wanted}
            now={now}
          />
        </ExplainProvider>
      )}
    </>
  );
}

interface LoadedProps {
  /** The numbers failed to load, so none is pending. */
  readonly isWithoutNumbers: boolean;
  readonly sites: readonly OverviewSite[];
  readonly numbers: ReturnType<typeof useOverview>['numbers'];
  readonly energy: ReturnType<typeof useOverview>['energy'];
  readonly comfort: ReturnType<typeof useOverview>['comfort'];
  readonly wanted: string;
  readonly now: number;
}

function Loaded({ sites, isWithoutNumbers, numbers, energy, comfort, wanted, now }: LoadedProps) {
  const { t, locale } = useText();
  const explained = useOverviewExplains(sites, now);
  useInsideOfSites(
    useMemo(() => sites.map((site) => ({ installationId: site.id, zoneIds: site.topZoneIds })), [sites]),
  );
  const { hours, rows } = useOverviewRows(sites, { numbers, energy, comfort }, now);
  const weekday = rows[0]?.day.weekday ?? 1;
  const sameDay = rows.every((row) => row.day.weekday === weekday);
  // Young sites have means of few days. Named by their number where all have the same.
  const [count = null, ...others] = new Set(rows.flatMap(({ numbers: own }) => (own ? [own.entriesTimes] : [])));
  const versus =
    count === null || others.length > 0
      ? t('sites.usualExpected')
      : sameDay
        ? t('sites.usualDay', { count, weekday: formatWeekday(weekday, locale, 'short') })
        : t('sites.usual', { count });
  const { search, choose } = useOrder();
  const [attention, setAttention] = useState<readonly number[]>([]);
  const [range, setRange] = useState<UsualRange | null>();
  const found = useOrdered(rows, search, attention).filter(({ site }) =>
    `${site.name} ${site.city ?? ''}`.toLocaleLowerCase(locale).includes(wanted.trim().toLocaleLowerCase(locale)),
  );
  // A search by name finds closed sites too.
  const shut = wanted.trim() === '' ? found.filter(({ day }) => day.open.state !== 'open') : [];
  const shown = shut.length === 0 ? found : found.filter((row) => !shut.includes(row));
  const fold = useFold(shown.length === 0);
  const isMetered = sites.some((site) => site.hasEnergy);
  const isRunning = isAnyRunning(rows, now);
  const columns = useSiteColumns({ hours, versus, isMetered, now, explained, order: { search, choose } });
  const loaded = rows.every((row) => row.numbers !== null);
  const brief = isWithoutNumbers ? null : briefFallback;
  return (
    <WithoutNumbers value={isWithoutNumbers}>
      {loaded ? (
        <BriefBoundary onFail={() => setRange(null)}>
          <Brief
            {...{ rows, now, explained, isRunning, waiting: briefFallback }}
            onAttention={setAttention}
            onRange={setRange}
          />
        </BriefBoundary>
      ) : (
        brief
      )}
      <Strip
        rows={rows}
        isMetered={isMetered}
        sensors={numbers && countSensors(rows)}
        versus={versus}
        isRunning={isRunning}
        range={range}
        explained={explained}
      />
      <div className={`${styles.card} ${foldStyles.table}`}>
        <div className={foldStyles.caption}>
          <strong>{t('sites.fold.open')}</strong>
          <span className={styles.unit}>
            {t('sites.fold.openOf', {
              open: rows.filter(({ day }) => day.open.state === 'open').length,
              all: rows.length,
            })}
          </span>
          <OrderMenu
            search={search}
            onChoose={choose}
            keys={isMetered ? orderKeys : orderKeys.filter((key) => key !== 'energy')}
          />
        </div>
        <Table
          className={styles.table}
          aria-busy={!loaded && !isWithoutNumbers}
          data-metered={isMetered || undefined}
          columns={columns}
          rows={shown}
          keyOf={({ site }) => site.id}
          rowProps={() => ({ className: styles.row })}
          fold={
            shut.length === 0
              ? null
              : {
                  id: 'closed-sites',
                  className: styles.fold,
                  // Spans the columns of the narrowest screen that has columns; a larger span would create more.
                  lead: {
                    key: 'lead',
                    span: 4,
                    content: <ClosedFold rows={shut} now={now} controls="closed-sites" {...fold} />,
                  },
                }
          }
          foldedRows={fold.isOpen ? shut : []}
        />
        {found.length === 0 && <p className={styles.nothing}>{t('sites.noneFound')}</p>}
      </div>
    </WithoutNumbers>
  );
}

function LiveClock() {
  const { t } = useText();
  const now = useNow(1000);
  const zone = useZone();
  return (
    <>
      <StatusMark status="ok" live />
      <span>
        {t('sites.live')} · <bdi dir="ltr">{formatClockSeconds(now, zone)}</bdi>
      </span>
    </>
  );
}

/** Search field for sites; `/` focuses it from anywhere on the page. */
function FindSite({ wanted, onChange }: { readonly wanted: string; readonly onChange: (text: string) => void }) {
  const { t } = useText();
  return (
    <search className={styles.find}>
      <Icon name="search" size={14} />
      <input
        type="search"
        data-shortcut="find"
        data-usage-field="sites.search"
        value={wanted}
        placeholder={t('sites.find')}
        aria-label={t('sites.find')}
        onChange={(event) => onChange(event.target.value)}
      />
      <kbd>/</kbd>
    </search>
  );
}

function NoSites() {
  const { t } = useText();
  const { steps, isLoading } = useFirstStepsState();
  if (isLoading) return <Skeleton />;
  // Redirects to the first steps if the viewer may create the first site.
  if (steps !== null && steps.site === null && !steps.isHidden) return <Navigate to="/first-steps" replace />;
  return (
    <div className={styles.empty}>
      <Icon name="lock" size={20} />
      <p className={styles.emptyTitle}>{t('sites.none')}</p>
      <p>{t('sites.none.detail')}</p>
    </div>
  );
}

function Failed({ text, retry }: { readonly text: string; readonly retry: () => void }) {
  const { t } = useText();
  return (
    <div className={styles.failed} role="alert">
      <Icon name="alert" size={20} />
      <p className={styles.emptyTitle}>{text}</p>
      <Button icon="reload" onClick={retry}>
        {t('sites.retry')}
      </Button>
    </div>
  );
}

function Skeleton() {
  const { t } = useText();
  return (
    <div role="status" aria-label={t('sites.loading')}>
      {briefFallback}
      <div className={`${styles.strip} ${styles.ghostStrip}`} />
      <div className={`${styles.card} ${styles.ghostCard}`} />
    </div>
  );
}
