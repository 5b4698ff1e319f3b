import type { GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/platform/tenancy/index.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { listOperations, type Operation } from './operations/operations.ts';
import { callWithEach, type Finding, type Walk, walkIds, walkTexts } from './operations/walk.ts';
import { type ForeignData, findLeaks, loadOtherSite, loadSharedRows } from './world/foreign-data.ts';
import { runOperation } from './world/run-operation.ts';
import { readingByLabel } from './world/test-sites.ts';
import { createWorld, getIds, type Rows, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let foreign: ForeignData;
/** Rows that apply to both sites, except those owned by users limited to one. */
let shared: Rows;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  foreign = await loadOtherSite(world);
  shared = Object.fromEntries(
    Object.entries(await loadSharedRows(world)).map(([table, rows]) => [
      table,
      addedTo.has(table) ? [] : rows.filter((row) => table !== 'users' || row.installation_ids === null),
    ]),
  );
});

/** A limited administrator has all rights, so that only the site limit can block. */
const profiles = ['viewer', 'administrator'] as const;

/** Tables with data about the other site, besides tables that depend on these. */
const tables = [
  'kiosks',
  ...['alert_logs', 'alert_plannings', 'alerts', 'dashboard_drafts', 'dashboard_versions', 'dashboards', 'devices'],
  ...['events', 'export_jobs', 'ingest_keys', 'inside_corrections', 'installations', 'manual_counts', 'map_views'],
  ...[
    'pages',
    'passages',
    'reading_corrections',
    'targets',
    'repeating_exports',
    'report_deliveries',
    'reports',
    'sales_imports',
    'sales_receipts',
  ],
  ...['stop_and_go_screens', 'zones'],
];
/** Texts that identify the other site. */
const names = [
  'kiosk',
  ...['alert', 'alert rule', 'content', 'dashboard', 'draft', 'event', 'list', 'map', 'note', 'pad', 'page', 'passage'],
  ...['reason', 'report', 'road', 'screen', 'site', 'site key', 'title', 'version', 'widget', 'zone'],
].map((what) => `Canary ${what}`);

/** Returns each finding once, shortened for readability. */
const describeFindings = (findings: readonly Finding[]) => [
  ...new Set(findings.map(({ operation, found }) => `${operation}: ${JSON.stringify(found)}`.slice(0, 300))),
];

async function walks(profile: (typeof profiles)[number]): Promise<readonly Walk[]> {
  const scope: Scope = await world.ours.limitedScope(profile);
  const of = (schema: GraphQLSchema) =>
    listOperations(schema).map((operation) => ({
      schema,
      operation,
      home: world.ours,
      scope,
      lacksRights: profile !== 'administrator',
    }));
  return [...of(world.schemas.main), ...of(world.schemas.hub)];
}

describe.each(profiles)('for a %s of one site, another site of the organization', (profile) => {
  it('exists, and the user is limited', async () => {
    const { installationIds } = await world.ours.limitedScope(profile);
    expect(installationIds).toEqual(world.ours.ids.get('installations')?.slice(0, 1));
    expect([...foreign.ids.keys()]).toEqual(expect.arrayContaining(tables));
    expect(foreign.canaries).toEqual(expect.arrayContaining(names.map((name) => `${name} elsewhere`)));
    expect(foreign.canaries).toEqual(expect.arrayContaining(['CANARY-PAD-elsewhere', 'canary-till-elsewhere.csv']));
  });

  it('is hidden from every operation, and stays unchanged', async () => {
    const before = await foreign.rows();
    const findings: Finding[] = [];
    for (const walk of await walks(profile)) findings.push(...(await walkIds(walk, foreign)));
    expect(describeFindings(findings)).toEqual([]);
    expect(await foreign.rows()).toEqual(before);
  }, 300_000);

  it('cannot be reached by texts either', async () => {
    const findings: Finding[] = [];
    for (const walk of await walks(profile)) findings.push(...(await walkTexts(walk, foreign)));
    expect(describeFindings(findings)).toEqual([]);
  });
});

/** Tables that everyone may add rows to, whatever sites they see. */
const addedTo: ReadonlySet<string> = new Set(['audit_entries', 'outbox', 'single_use_tokens']);

describe('for an administrator of one site, objects of several sites', () => {
  it('exist', () => {
    expect(Object.keys(shared).filter((table) => shared[table]?.length !== 0)).toEqual(
      expect.arrayContaining([
        ...['alert_plannings', 'dashboards', 'pages', 'dashboard_drafts', 'dashboard_versions', 'organizations'],
        ...['profiles', 'tags', 'users'],
      ]),
    );
    expect(JSON.stringify(shared)).toContain('Canary shared list');
  });

  it('stay unchanged by any operation with their ids', async () => {
    const ids = new Map(Object.entries(shared).map(([table, rows]) => [table, getIds(rows)]));
    const texts = (rows: Rows) => new Map(Object.entries(rows).map(([table, list]) => [table, list.map(textOf)]));
    const expected = texts(shared);
    const changed: string[] = [];
    for (const walk of (await walks('administrator')).filter(({ operation }) => operation.kind === 'mutation')) {
      if ((await callWithEach(walk, ids)).length === 0) continue;
      const now = new Map([...texts(await loadSharedRows(world))].map(([table, list]) => [table, new Set(list)]));
      for (const [table, list] of expected) {
        const lost = list.filter((text) => !now.get(table)?.has(text));
        if (lost.length > 0) changed.push(`${walk.operation.name}: ${table} ${lost[0]}`);
        expected.set(
          table,
          list.filter((text) => now.get(table)?.has(text)),
        );
      }
    }
    expect(changed).toEqual([]);
  }, 240_000);
});

const textOf = (row: unknown) => JSON.stringify(row);

it('would show changes to those who see all sites', async () => {
  const all = await world.ours.scope('viewer');
  const heard = async (name: string, given: object, scope = all) => {
    const operation = listOperations(world.schemas.main).find((one) => one.name === name) as Operation;
    return findLeaks(await runOperation(world.schemas.main, operation, given as never, scope), foreign);
  };
  expect(await heard('allInstallations', {})).toContain('Canary site elsewhere');
  const administrator = await world.ours.scope('administrator');
  for (const [name, what] of [
    ['allAlertPlannings', 'list'],
    ['allDashboardsV2', 'dashboard'],
    ['dashboardDrafts', 'draft'],
    ['allReports', 'report'],
    ['allStopAndGoScreens', 'screen'],
    ['allKiosks', 'kiosk'],
  ] as const)
    expect([name, await heard(name, {}, administrator)]).toContainEqual(
      expect.arrayContaining([`Canary ${what} elsewhere`]),
    );
  const both = String(readingByLabel.ours + readingByLabel.elsewhere);
  expect(await heard('retailData', { query: { metric: 'affluenceIn' } })).toContain(both);
  expect(await heard('answers', { queries: [{ metric: 'affluenceIn' }] })).toContain(both);
});
