import { useQuery } from '@apollo/client/react';
import { listSections, type ResolvedFilters, resolveFilters, type SectionEvent } from '@atrium/domain/dashboards';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { OpenAlerts } from '../../alerts/live/open-alerts.tsx';
import { findErrorCode, retryQuery } from '../../answers/index.ts';
import { CrosshairProvider } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../live/index.ts';
import { NotFound } from '../../ui/page/full-screen.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { PageHeader, usePageName } from '../../ui/page/page-header.tsx';
import styles from '../cards/cards.module.css';
import { SeenOnSite } from '../cards/export-of.tsx';
import { CountingSkeleton, NumbersFailed, overviewParts, Quiet } from '../cards/states.tsx';
import { ExplainProvider } from '../explain/index.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { type Filters, useFilters } from '../filters/use-filters.ts';
import { MetricColors } from '../metric-colors.tsx';
import { OpenStatus } from './open-status.tsx';
import { CountingSiteDocument } from './operations.generated.ts';
import { type Site, toSite } from './site.ts';
import { type SectionName, Tabs } from './tabs.tsx';

/** Loaded in parallel with the numbers. */
const PageActions = lazyComponent(() => import('./page-actions.tsx').then((module) => module.PageActions));

/** Props of every tab of a site's page. */
export interface TabProps {
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: number;
  readonly change: Filters['change'];
  readonly reset: () => void;
}

interface SitePageProps {
  readonly section: SectionName;
  readonly children: (props: TabProps) => ReactNode;
}

/** F01: frames a site's page with its title, tabs by route and filters. A site without such an event has no page. */
export function SitePage({ section, children }: SitePageProps) {
  const params = useParams({ strict: false }) as { readonly installationId?: string };
  const installationId = /^[1-9]\d{0,8}$/.test(params.installationId ?? '') ? Number(params.installationId) : null;
  if (installationId === null) return <NotFound />;
  return (
    <KnownPage key={installationId} installationId={installationId} section={section}>
      {children}
    </KnownPage>
  );
}

function KnownPage({ installationId, section, children }: SitePageProps & { readonly installationId: number }) {
  const { t } = useText();
  useEffect(() => void PageActions.fetch().catch(() => {}), []);
  const state = useSite(installationId);
  const now = useNow(20_000);
  usePageName(state.state === 'ready' ? state.site.topology.name : null);
  if (state.state === 'loading') {
    return (
      <>
        <div className={styles.ghostHead} />
        <CountingSkeleton parts={overviewParts} />
      </>
    );
  }
  if (state.state === 'failed')
    return findErrorCode(state.error) === 'NOT_FOUND' ? (
      <NotFound />
    ) : (
      <NumbersFailed code={findErrorCode(state.error)} retry={state.retry} />
    );
  const { site } = state;
  const sections = listSections(site.events satisfies readonly SectionEvent[], now);
  if (!sections.has(section)) return <NotFound text={t(`sitePage.${section}.none`)} />;
  return (
    <SiteContent site={site} now={now} section={section} sections={sections}>
      {children}
    </SiteContent>
  );
}

interface SiteContentProps extends SitePageProps {
  readonly site: Site;
  readonly now: number;
  readonly sections: ReadonlySet<SectionName>;
}

function SiteContent({ site, now, section, sections, children }: SiteContentProps) {
  const { t } = useText();
  const { state, change, reset } = useFilters();
  const filters = useMemo(() => resolveFilters(state, site, now), [state, site, now]);
  const { installationId } = site.topology;
  const seen = useMemo(() => (filters ? { installationId, filters } : null), [installationId, filters]);
  return (
    <CrosshairProvider>
      <PageHeader
        title={site.topology.name}
        status={
          <>
            <OpenStatus calendar={site.topology} now={now} />
            <OpenAlerts {...site.topology} />
          </>
        }
        actions={filters && <PageActions {...{ site, section, filters }} />}
      />
      <Tabs installationId={site.topology.installationId} section={section} sections={sections} filters={state} />
      {filters === null ? (
        <Quiet text={t('counting.noZones')} />
      ) : (
        <>
          <FilterBar filters={filters} site={site} now={now} change={change} people={section === 'counting'} />
          <MetricColors value={site.colors}>
            <SeenOnSite value={seen}>
              <ExplainProvider>{children({ site, filters, now, change, reset })}</ExplainProvider>
            </SeenOnSite>
          </MetricColors>
        </>
      )}
    </CrosshairProvider>
  );
}

type SiteState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: Error; readonly retry: () => void }
  | { readonly state: 'ready'; readonly site: Site };

/** Loads a site, once for all its pages. */
function useSite(installationId: number): SiteState {
  const { data, error, refetch } = useQuery(CountingSiteDocument, {
    variables: { id: installationId },
    fetchPolicy: 'cache-first',
  });
  const site = useMemo(() => (data ? toSite(data) : null), [data]);
  if (site) return { state: 'ready', site };
  if (error) return { state: 'failed', error, retry: () => void retryQuery(refetch) };
  return { state: 'loading' };
}
