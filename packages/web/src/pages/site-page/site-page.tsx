import { useQuery } from '@apollo/client/react';
import { listSections, resolveFilters, type SectionEvent, type SiteTab, siteTabs } from '@atrium/domain/pages';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { OpenAlerts } from '../../actions/alerts/live/open-alerts.tsx';
import { useText } from '../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { NotFound } from '../../ui/page/full-screen.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { usePageName } from '../../ui/page/page-header.tsx';
import styles from '../cards/cards.module.css';
import { SeenOnSite } from '../cards/export-of.tsx';
import { NumbersFailed, Quiet, TabSkeleton } from '../cards/states.tsx';
import { getSiteOffers } from '../filters/bar-props.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { useFilters } from '../filters/use-filters.ts';
import { MetricColors } from '../metric-colors.tsx';
import { OpenStatus } from './open-status.tsx';
import { CountingSiteDocument } from './operations.generated.ts';
import { PageFrame } from './page-frame.tsx';
import { type Site, toSite } from './site.ts';
import type { TabProps } from './tab-content.tsx';
import { type SectionName, Tabs } from './tabs.tsx';

/** Loaded in parallel with the numbers. */
const PageActions = lazyComponent(() => import('./page-actions.tsx').then((module) => module.PageActions));

interface SitePageProps {
  readonly tab: SiteTab;
  readonly children: (props: TabProps) => ReactNode;
}

/** F01: frames a site's page with its title, tabs by route and filters. A site without such an event has no page. */
export function SitePage({ tab, children }: SitePageProps) {
  const params = useParams({ strict: false }) as { readonly installationId?: string };
  const installationId = /^[1-9]\d{0,8}$/.test(params.installationId ?? '') ? Number(params.installationId) : null;
  if (installationId === null) return <NotFound />;
  return (
    <KnownPage key={installationId} installationId={installationId} tab={tab}>
      {children}
    </KnownPage>
  );
}

function KnownPage({ installationId, tab, children }: SitePageProps & { readonly installationId: number }) {
  const { t } = useText();
  useEffect(() => void PageActions.fetch().catch(() => {}), []);
  const { section } = siteTabs[tab];
  const state = useSite(installationId);
  const now = useNow(20_000);
  usePageName(state.state === 'ready' ? state.site.topology.name : null);
  if (state.state === 'loading') {
    return (
      <>
        <div className={styles.ghostHead} />
        <TabSkeleton tab="counting" />
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
  return <SiteContent {...{ site, now, tab, sections }}>{children}</SiteContent>;
}

interface SiteContentProps extends SitePageProps {
  readonly site: Site;
  readonly now: number;
  readonly sections: ReadonlySet<SectionName>;
}

function SiteContent({ site, now, tab, sections, children }: SiteContentProps) {
  const { section } = siteTabs[tab];
  const { t } = useText();
  const { state, change, reset } = useFilters();
  const filters = useMemo(() => resolveFilters(state, site, now), [state, site, now]);
  const { installationId } = site.topology;
  const seen = useMemo(() => (filters ? { installationId, filters } : null), [installationId, filters]);
  return (
    <MetricColors value={site.colors}>
      <SeenOnSite value={seen}>
        <PageFrame
          title={site.topology.name}
          status={
            <>
              <OpenStatus calendar={site.topology} now={now} />
              <OpenAlerts {...site.topology} />
            </>
          }
          actions={filters && <PageActions {...{ site, tab, filters }} />}
          tabs={{
            label: t('sitePage.tabs'),
            links: <Tabs {...{ installationId, section, sections }} filters={state} />,
          }}
          filters={
            filters && (
              <FilterBar
                {...{ filters, site, now, change }}
                offers={getSiteOffers(site, filters, section === 'counting')}
              />
            )
          }
        >
          {filters === null ? <Quiet text={t('counting.noZones')} /> : children({ site, filters, now, change, reset })}
        </PageFrame>
      </SeenOnSite>
    </MetricColors>
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
