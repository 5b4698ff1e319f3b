import { type Ask, askOrThrow } from './asking.ts';

export type Ids = ReadonlyMap<string, readonly number[]>;

/** Returns the ids of an organization's data, by table. */
export async function findIds(ask: Ask): Promise<Ids> {
  const { allInstallations } = await askOrThrow<{
    allInstallations: readonly { readonly id: number; readonly zones: readonly object[] }[];
  }>(ask, '{ allInstallations { id zones { id } } }');
  const found = await askOrThrow<Readonly<Record<string, unknown>>>(
    ask,
    `query ($site: Int!, $zones: [Int!]!) {
      organizations: me { organizationIds } users: allUsers { id } profiles: allProfiles { profile { id } }
      installations: allInstallations { id zones { id } events { id } } passages: passagesByInstallation(installationId: $site) { id }
      devices: padsByInstallation(installationId: $site) { id } pins: me { pinnedUrls { id } }
      dashboards: allDashboardsV2 { id pages { id } } dashboard_drafts: dashboardDrafts { id }
      alerts: alertConnection { nodes { id } } alert_plannings: allAlertPlannings { id } reports: allReports { id }
      alert_logs: alertLogConnection(filter: { zoneIds: $zones }) { nodes { id } }
      stop_and_go_screens: allStopAndGoScreens { id } kiosks: allKiosks { id } device_senders: deviceInbox { senders { id } } }`,
    { site: allInstallations[0]?.id, zones: numbersIn(allInstallations[0]?.zones) },
  );
  const ids = new Map(Object.entries(found).map(([table, rows]) => [table, numbersIn(rows)]));
  const [first] = found.installations as readonly Readonly<Record<string, unknown>>[];
  // Built-in dashboards have no pages.
  const boards = (found.dashboards as readonly Readonly<Record<string, unknown>>[]).filter(
    ({ pages }) => numbersIn(pages).length > 0,
  );
  return ids
    .set('installations', [Number(first?.id)])
    .set('zones', numbersIn(first?.zones))
    .set('events', numbersIn(first?.events))
    .set(
      'dashboards',
      boards.map(({ id }) => Number(id)),
    )
    .set(
      'pages',
      boards.flatMap(({ pages }) => numbersIn(pages)),
    );
}

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
