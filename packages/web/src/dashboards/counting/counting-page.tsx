import { formatClock } from '@atrium/domain/core/format';
import { countsPeople, encodeFilters } from '@atrium/domain/dashboards';
import { openState } from '@atrium/domain/sites';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PinButton } from '../../bookmarks/index.ts';
import { CrosshairProvider } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { InsideFeed, InsideProvider, useNow } from '../../live/index.ts';
import { Button } from '../../ui/form/index.ts';
import { StatusMark } from '../../ui/icons/index.ts';
import { NotFound, PageHeader, usePageName } from '../../ui/page/index.ts';
import { toast } from '../../ui/toasts/index.ts';
import { AppliedRow, FilterBar } from '../filters/filter-bar.tsx';
import { type ResolvedFilters, resolveFilters } from '../filters/resolve.ts';
import { useFilters } from '../filters/use-filters.ts';
import type { Site } from '../site/site.ts';
import { useSite } from '../site/use-site.ts';
import styles from './counting.module.css';
import { countingModel, tableZones } from './counting-model.ts';
import { CoverageChip } from './coverage-chip.tsx';
import { FlowCard } from './flow-card.tsx';
import { KpiRow } from './kpi-row.tsx';
import { CountingSkeleton, codeOf, NumbersFailed, Quiet } from './states.tsx';
import { Tabs } from './tabs.tsx';
import { useCounting } from './use-counting.ts';
import { WeekCard } from './week-card.tsx';
import { ZoneTable } from './zone-table.tsx';

/** A site's people: how many are inside, came and left, when, and where. */
export function CountingInstallationPage() {
  const params = useParams({ strict: false }) as { readonly installationId?: string };
  const installationId = /^[1-9]\d{0,8}$/.test(params.installationId ?? '') ? Number(params.installationId) : null;
  return installationId === null ? <NotFound /> : <KnownPage key={installationId} installationId={installationId} />;
}

function KnownPage({ installationId }: { readonly installationId: number }) {
  const { say } = useText();
  const state = useSite(installationId);
  const now = useNow(20_000);
  usePageName(state.state === 'ready' ? state.site.topology.name : null);
  if (state.state === 'loading') {
    return (
      <>
        <div className={styles.ghostHead} />
        <CountingSkeleton />
      </>
    );
  }
  if (state.state === 'failed')
    return codeOf(state.error) === 'NOT_FOUND' ? (
      <NotFound />
    ) : (
      <NumbersFailed error={state.error} retry={state.retry} />
    );
  const { site } = state;
  if (!countsPeople(site.events, now)) return <NotFound text={say('counting.notCounting')} />;
  return <SitePage site={site} now={now} />;
}

function SitePage({ site, now }: { readonly site: Site; readonly now: number }) {
  const { say } = useText();
  const { state, change, reset } = useFilters();
  const filters = useMemo(() => resolveFilters(state, site, now), [state, site, now]);
  return (
    <CrosshairProvider>
      <PageHeader
        title={site.topology.name}
        status={<OpenStatus site={site} now={now} />}
        actions={
          filters && (
            <>
              <PinButton title={site.topology.name} />
              <ShareButton filters={filters} />
            </>
          )
        }
      />
      <Tabs installationId={site.topology.installationId} />
      {filters === null ? (
        <Quiet text={say('counting.noZones')} />
      ) : (
        <>
          <FilterBar filters={filters} site={site} now={now} change={change} />
          <Overview site={site} filters={filters} now={now} change={change} reset={reset} />
        </>
      )}
    </CrosshairProvider>
  );
}

interface OverviewProps {
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: number;
  readonly change: Parameters<typeof AppliedRow>[0]['change'];
  readonly reset: () => void;
}

function Overview({ site, filters, now, change, reset }: OverviewProps) {
  const { numbers, stale, error, retry } = useCounting(site, filters);
  const { zone } = filters;
  const model = useMemo(
    () => (numbers ? countingModel(numbers, site, filters, now) : null),
    [numbers, site, filters, now],
  );
  const zoneIds = useMemo(() => [zone.id, ...tableZones(site, zone.id).map((each) => each.id)], [site, zone.id]);
  const showInside = filters.ranges.length === 1 && openState(site.topology, now).state === 'open';
  return (
    <InsideProvider>
      <InsideFeed
        organizationId={site.topology.organizationId}
        installationId={site.topology.installationId}
        zoneIds={zoneIds}
      />
      <AppliedRow
        filters={filters}
        change={change}
        reset={reset}
        coverage={model && <CoverageChip model={model} site={site} filters={filters} />}
      />
      {error && <NumbersFailed error={error} retry={retry} />}
      {!error && !model && <CountingSkeleton />}
      {model && (
        <div className={styles.overview} data-stale={stale || undefined} aria-busy={stale}>
          <KpiRow model={model} filters={filters} now={now} showInside={showInside} />
          <div className={styles.charts}>
            <FlowCard model={model} site={site} filters={filters} now={now} />
            <WeekCard model={model} timezone={site.topology.timezone} now={now} />
          </div>
          <ZoneTable model={model} site={site} filters={filters} now={now} />
        </div>
      )}
    </InsideProvider>
  );
}

function OpenStatus({ site, now }: { readonly site: Site; readonly now: number }) {
  const { say } = useText();
  const { state, until } = openState(site.topology, now);
  const time = until === null ? null : formatClock(until, site.topology.timezone);
  const open = state === 'open';
  return (
    <>
      <StatusMark status={open ? 'ok' : 'closed'} live={open} />
      {open
        ? time === null
          ? say('counting.open')
          : say('counting.openUntil', { time })
        : state === 'notYetOpen' && time !== null
          ? say('counting.opensAt', { time })
          : say(state === 'closedAllDay' ? 'counting.closedToday' : 'counting.closed')}
    </>
  );
}

/** A link with every choice written out, defaults too, so that it shows the same page to whoever opens it. */
function ShareButton({ filters }: { readonly filters: ResolvedFilters }) {
  const { say } = useText();
  const share = async () => {
    const search = encodeFilters({ ...filters.state, timespan: filters.timespan });
    const address = new URL(location.pathname, location.origin);
    for (const [key, value] of Object.entries(search))
      address.searchParams.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
    try {
      await navigator.clipboard.writeText(address.href);
      toast('success', say('counting.shared'));
    } catch {
      toast('error', say('counting.shareFailed'));
    }
  };
  return (
    <Button icon="link" onClick={() => void share()}>
      {say('counting.share')}
    </Button>
  );
}
