import type { GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../platform/tenancy/index.ts';
import { useTestStores } from '../platform/testing/test-stores.ts';
import { type Operation, operationsOf } from './operations/operations.ts';
import { type Finding, type Walk, walkIds, walkTexts } from './operations/walk.ts';
import { ask } from './world/ask.ts';
import { type ForeignViewer, leaksIn, otherSite } from './world/foreign-viewers.ts';
import { readingOf } from './world/test-sites.ts';
import { createWorld, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let foreign: ForeignViewer;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  foreign = await otherSite(world);
});

/** An administrator who is limited passes the rights, so that nothing but the limit is in the way. */
const profiles = ['viewer', 'administrator'] as const;

/** Where something about the other site lies, beside what hangs on these. */
const tables = [
  ...['alert_logs', 'alert_plannings', 'alerts', 'dashboard_drafts', 'dashboard_versions', 'dashboards', 'devices'],
  ...['events', 'export_jobs', 'ingest_keys', 'inside_corrections', 'installations', 'manual_counts', 'map_views'],
  ...['pages', 'passages', 'repeating_exports', 'report_deliveries', 'reports', 'sales_imports', 'sales_receipts'],
  ...['stop_and_go_screens', 'zones'],
];
/** What tells of it by name. */
const names = [
  ...['alert', 'alert rule', 'content', 'dashboard', 'draft', 'event', 'list', 'map', 'note', 'pad', 'page', 'passage'],
  ...['report', 'road', 'screen', 'site', 'site key', 'title', 'version', 'widget', 'zone'],
].map((what) => `Canary ${what}`);

/** Each finding once, as short as a list of many can be read. */
const inWords = (findings: readonly Finding[]) => [
  ...new Set(findings.map(({ operation, found }) => `${operation}: ${JSON.stringify(found)}`.slice(0, 300))),
];

async function walks(profile: (typeof profiles)[number]): Promise<readonly Walk[]> {
  const scope: Scope = await world.ours.limitedScope(profile);
  const of = (schema: GraphQLSchema) =>
    operationsOf(schema).map((operation) => ({
      schema,
      operation,
      home: world.ours,
      scope,
      lacksRights: profile !== 'administrator',
    }));
  return [...of(world.schemas.main), ...of(world.schemas.hub)];
}

describe.each(profiles)('to a %s of one site, another site of the organization', (profile) => {
  it('is there to be seen, and they are limited', async () => {
    const { installationIds } = await world.ours.limitedScope(profile);
    expect(installationIds).toEqual(world.ours.ids.get('installations')?.slice(0, 1));
    expect([...foreign.ids.keys()]).toEqual(expect.arrayContaining(tables));
    expect(foreign.canaries).toEqual(expect.arrayContaining(names.map((name) => `${name} elsewhere`)));
    expect(foreign.canaries).toEqual(expect.arrayContaining(['CANARY-PAD-elsewhere', 'canary-till-elsewhere.csv']));
  });

  it('is not there for any operation, and stays as it is', async () => {
    const before = await foreign.rows();
    const findings: Finding[] = [];
    for (const walk of await walks(profile)) findings.push(...(await walkIds(walk, foreign)));
    expect(inWords(findings)).toEqual([]);
    expect(await foreign.rows()).toEqual(before);
  }, 120_000);

  it('is not reached by words either', async () => {
    const findings: Finding[] = [];
    for (const walk of await walks(profile)) findings.push(...(await walkTexts(walk, foreign)));
    expect(inWords(findings)).toEqual([]);
  });
});

it('would be noticed by those who see all sites', async () => {
  const all = await world.ours.scope('viewer');
  const heard = async (name: string, given: object, scope = all) => {
    const operation = operationsOf(world.schemas.main).find((one) => one.name === name) as Operation;
    return leaksIn(await ask(world.schemas.main, operation, given as never, scope), foreign);
  };
  expect(await heard('allInstallations', {})).toContain('Canary site elsewhere');
  const administrator = await world.ours.scope('administrator');
  for (const [name, what] of [
    ['allAlertPlannings', 'list'],
    ['allDashboardsV2', 'dashboard'],
    ['dashboardDrafts', 'draft'],
    ['allReports', 'report'],
    ['allStopAndGoScreens', 'screen'],
  ] as const)
    expect([name, await heard(name, {}, administrator)]).toContainEqual(
      expect.arrayContaining([`Canary ${what} elsewhere`]),
    );
  const both = String(readingOf.ours + readingOf.elsewhere);
  expect(await heard('retailData', { query: { metric: 'affluenceIn' } })).toContain(both);
  expect(await heard('answers', { queries: [{ metric: 'affluenceIn' }] })).toContain(both);
});
