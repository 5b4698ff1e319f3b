import {
  type Clock,
  err,
  type Failure,
  failure,
  type InstallationId,
  ok,
  type PageId,
  type Result,
} from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/numbers';
import {
  buildOverviewQuestions,
  groupOverviewRequests,
  maxQuestionsPerDocument,
  type SiteTab,
} from '@atrium/domain/pages';
import { listPageQuestions } from '@atrium/domain/pages/content';
import { parseGlobalFilter } from '@atrium/domain/pages/definitions';
import { listSiteQuestions } from '@atrium/domain/pages/site-pages';
import type { Topology } from '@atrium/domain/sites';
import type { Scope } from '../platform/tenancy/index.ts';
import { listOverviewSites, listPageTopologies, type SiteSnapshots, toShownSite } from '../sites/index.ts';
import type { DashboardsStore } from './dashboards.store.ts';

export interface PageQuestionDependencies {
  readonly store: Pick<DashboardsStore, 'find' | 'findPage'>;
  readonly sites: SiteSnapshots;
  readonly clock: Clock;
  /** Returns all descriptors a site's sensors have ever reported. */
  readonly toldOf: (site: Topology) => Promise<readonly string[]>;
}

/** Longer than any URL of our pages. */
const longestSearch = 4000;

/** Parses the query string of a URL. */
function readSearch(search: string): Result<Readonly<Record<string, string>>, Failure> {
  if (search.length > longestSearch) return err(failure('BAD_INPUT', 'No page has such an address', 'search'));
  return ok(Object.fromEntries(new URLSearchParams(search)));
}

/**
 * Returns the questions that a stored page asks first when a URL with this query opens it, up to the limit of one
 * request.
 */
export async function buildPageQuestions(
  { store, sites, clock }: PageQuestionDependencies,
  scope: Scope,
  pageId: PageId,
  search: string,
): Promise<Result<readonly RawQuery[], Failure>> {
  const address = readSearch(search);
  if (!address.ok) return address;
  const page = await store.findPage(scope, pageId);
  const dashboard = page && (await store.find(scope, page.dashboardId));
  if (!page || !dashboard) return err(failure('NOT_FOUND', 'No such page', 'id'));
  const filters = page.widgetGlobalFilters.flatMap((raw) => {
    const read = parseGlobalFilter(raw);
    return read.ok ? [read.value] : [];
  });
  const questions = listPageQuestions(
    { widgets: page.widgets, filters, installationId: dashboard.installationId },
    address.value,
    listPageTopologies(await sites.snapshot(scope)),
    clock.now(),
  );
  return ok(questions.slice(0, maxQuestionsPerDocument));
}

/** Returns the questions that a tab of a site's page asks first when a URL with this query opens it, per request. */
export async function buildSiteRequests(
  { sites, clock, toldOf }: Pick<PageQuestionDependencies, 'sites' | 'clock' | 'toldOf'>,
  scope: Scope,
  { tab, installationId, search }: { tab: SiteTab; installationId: InstallationId; search: string },
): Promise<Result<readonly (readonly RawQuery[])[], Failure>> {
  const address = readSearch(search);
  if (!address.ok) return address;
  const snapshot = await sites.snapshot(scope);
  const site = snapshot.sites.get(installationId);
  if (site === undefined) return err(failure('NOT_FOUND', 'No such site', 'id'));
  const { country } = site.fields;
  const told = tab === 'counting' ? await toldOf(site.topology) : [];
  const page = { ...toShownSite(site), country, bands: snapshot.settings.bands, told };
  return ok(listSiteQuestions(tab, page, address.value, clock.now()));
}

/** Returns the questions that the overview asks first for the caller's sites, per request. */
export async function buildOverviewRequests(
  { sites, clock }: Pick<PageQuestionDependencies, 'sites' | 'clock'>,
  scope: Scope,
): Promise<readonly (readonly RawQuery[])[]> {
  const now = clock.now();
  const questions = buildOverviewQuestions(listOverviewSites(await sites.snapshot(scope), now), now);
  return questions === null ? [] : groupOverviewRequests(questions);
}
