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
import { mostQuestionsAtOnce, questionsOfOverview, requestsOfOverview } from '@atrium/domain/dashboards';
import { parseGlobalFilter } from '@atrium/domain/dashboards/definitions';
import { questionsOfPage } from '@atrium/domain/dashboards/pages';
import { questionsOfSite, type SiteTab } from '@atrium/domain/dashboards/site-pages';
import type { RawQuery } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import type { Scope } from '../../platform/tenancy/index.ts';
import { type SiteSnapshots, siteAsShown, sitesOfOverview, topologiesOfPages } from '../../sites/index.ts';
import type { DashboardsStore } from './dashboards.store.ts';

export interface QuestionsOfPages {
  readonly store: Pick<DashboardsStore, 'find' | 'findPage'>;
  readonly sites: SiteSnapshots;
  readonly clock: Clock;
  /** What a site's sensors ever told of whom they count. */
  readonly toldOf: (site: Topology) => Promise<readonly string[]>;
}

/** Longer than any address our pages write. */
const longestSearch = 4000;

/** What the query of an address chooses, by name. */
function readSearch(search: string): Result<Readonly<Record<string, string>>, Failure> {
  if (search.length > longestSearch) return err(failure('BAD_INPUT', 'No page has such an address', 'search'));
  return ok(Object.fromEntries(new URLSearchParams(search)));
}

/** What a stored page asks first when an address with this query opens it: what one request of it takes. */
export async function pageQuestions(
  { store, sites, clock }: QuestionsOfPages,
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
  const questions = questionsOfPage(
    { widgets: page.widgets, filters, installationId: dashboard.installationId },
    address.value,
    topologiesOfPages(await sites.snapshot(scope)),
    clock.now(),
  );
  return ok(questions.slice(0, mostQuestionsAtOnce));
}

/** What a tab of a site's page asks first when an address with this query opens it, request by request. */
export async function siteRequests(
  { sites, clock, toldOf }: Pick<QuestionsOfPages, 'sites' | 'clock' | 'toldOf'>,
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
  const page = { ...siteAsShown(site), country, bands: snapshot.settings.bands, told };
  return ok(questionsOfSite(tab, page, address.value, clock.now()));
}

/** What the overview of the sites somebody sees asks when it is opened, request by request. */
export async function overviewRequests(
  { sites, clock }: Pick<QuestionsOfPages, 'sites' | 'clock'>,
  scope: Scope,
): Promise<readonly (readonly RawQuery[])[]> {
  const now = clock.now();
  const questions = questionsOfOverview(sitesOfOverview(await sites.snapshot(scope), now), now);
  return questions === null ? [] : requestsOfOverview(questions);
}
