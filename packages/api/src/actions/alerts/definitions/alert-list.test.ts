import { emptyCondition } from '@atrium/domain/actions/alerts';
import type { OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { testServices } from '../../../../testing/test-services.ts';
import { buildSchemas } from '../../../app/schema.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../../setup/site-files/index.ts';
import type { AlertDraft } from './alert.ts';
import { alertsStore } from './alerts.store.ts';

const stores = useTestStores();
const now = Date.parse('2026-03-02T12:00:00Z');
let schema: GraphQLSchema;
let scope: Scope;
let ids: Readonly<Record<string, number>>;

const file = (name: string) => `organization: { name: ${name} }
installations:
  - { key: ${name}-hall, name: ${name} hall, timezone: Europe/Zurich, zones: [{ key: ${name}-floor }] }
  - { key: ${name}-annex, name: ${name} annex, timezone: Asia/Dubai, zones: [{ key: ${name}-roof }] }
`;

beforeAll(async () => {
  const { db, pool } = stores.relational;
  const services = testServices({ db, analytics: stores.analytics }, aClock(now));
  schema = buildSchemas(services.modules).main;
  const opened = async (name: string) => {
    const options = { dryRun: false, prune: false, within: null };
    const outcome = await applySiteFile(services.provisioning, file(name), options);
    expect(outcome.problems).toEqual([]);
    return systemScope(outcome.organizationId as OrganizationId);
  };
  await opened('Ours');
  scope = await opened('Theirs');
  const { rows } = await pool.query('select key, id from zones union all select key, id from installations');
  ids = Object.fromEntries(rows.map((row) => [row.key, row.id]));
  for (const [name, site, zone, severity] of [
    ['Cold', 'hall', 'floor', 'warning'],
    ['Art', 'hall', 'floor', 'information'],
    ['Bees', 'annex', 'roof', 'critical'],
  ] as const) {
    const draft = {
      name,
      installationId: ids[`Theirs-${site}`],
      eventId: null,
      condition: { ...emptyCondition('limit'), severity, zoneId: ids[`Theirs-${zone}`], value: 1 },
      ...{ emails: [], phones: [], actions: [], planningIds: [] },
    } as unknown as AlertDraft;
    await alertsStore(db).insert(scope, draft, now);
  }
});

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
async function ask(source: string, variableValues: Record<string, unknown>): Promise<any> {
  const contextValue = { scope, tokenProblem: null, address: '' };
  const answer = await graphql({ schema, source, contextValue, variableValues });
  return answer.errors?.map(({ extensions, message }) => extensions.field ?? extensions.code ?? message) ?? answer.data;
}

describe('the list of alerts', () => {
  const list = async (variables: object) => {
    const answer = await ask(
      `query ($first: Int, $after: String, $filter: AlertFilter, $sort: AlertSort) {
        alertConnection(first: $first, after: $after, filter: $filter, sort: $sort) { count pageInfo { hasNextPage endCursor } nodes { name } } }`,
      variables as Record<string, unknown>,
    );
    return answer.alertConnection ?? answer;
  };
  const names = async (variables: object) => (await list(variables)).nodes.map(({ name }: { name: string }) => name);

  it('is told page by page, in the order asked for', async () => {
    const sort = { type: 'title', order: 'ASC' };
    const first = await list({ first: 2, sort });
    expect(first).toMatchObject({
      count: 3,
      pageInfo: { hasNextPage: true },
      nodes: [{ name: 'Art' }, { name: 'Bees' }],
    });
    expect(await list({ first: 2, sort, after: first.pageInfo.endCursor })).toMatchObject({
      pageInfo: { hasNextPage: false },
      nodes: [{ name: 'Cold' }],
    });
    expect(await names({ sort: { type: 'id', order: 'DESC' } })).toEqual(['Bees', 'Art', 'Cold']);
    expect(await names({ sort: { type: 'installation_id', order: 'ASC' } })).toEqual(['Bees', 'Cold', 'Art']);
    expect(await names({ sort: { type: 'severity', order: 'ASC' } })).toEqual(['Bees', 'Cold', 'Art']);
    // All are OK, so the severity decides.
    expect(await names({ sort: { type: 'state', order: 'ASC' } })).toEqual(['Bees', 'Cold', 'Art']);
  });

  it('is searched by title, site and condition, and narrowed to sites, states and severities', async () => {
    expect(await names({ filter: { searchValue: 'annex' } })).toEqual(['Bees']);
    expect(await names({ filter: { searchValue: 'LIMIT' } })).toHaveLength(3);
    expect(await names({ filter: { searchValue: 'nothing' } })).toEqual([]);
    expect(await names({ filter: { installationIds: [ids['Theirs-annex']] } })).toEqual(['Bees']);
    expect(await names({ filter: { states: ['FIRING'] } })).toEqual([]);
    expect(await names({ filter: { severities: ['critical', 'information'] } })).toEqual(['Bees', 'Art']);
    expect(await list({ filter: { installationIds: [ids['Ours-hall']] } })).toEqual(['filter.installationIds']);
  });

  it.each([
    'condition',
    'event',
    'id',
    'installation_id',
    'notifications',
    'notification_contacts',
    'planning_id',
    'title',
    'state',
    'severity',
    'last_fired',
  ])('can be sorted by %s both ways', async (type) => {
    for (const order of ['ASC', 'DESC']) expect(await names({ sort: { type, order } })).toHaveLength(3);
  });
});
