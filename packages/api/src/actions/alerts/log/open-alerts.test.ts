import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { type GraphQLSchema, graphql, parse, subscribe } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { testServices } from '../../../../testing/test-services.ts';
import { buildSchemas } from '../../../app/schema.ts';
import type { Services } from '../../../app/services.ts';
import { enqueue } from '../../../people/notifications/index.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../../setup/site-files/index.ts';

const stores = useTestStores();
const now = Date.parse('2026-03-02T12:00:00Z');
const minute = 60_000;
let services: Services;
let schema: GraphQLSchema;
let scope: Scope;
let strange: Scope;
let ids: Readonly<Record<string, number>>;
let alertId: number;

const file = (name: string) => `organization: { name: ${name} }
installations:
  - { key: ${name}-hall, name: Hall, timezone: UTC, zones: [{ key: ${name}-floor }], passages: [{ key: ${name}-door, from: outside, to: ${name}-floor }] }
  - { key: ${name}-annex, name: Annex, timezone: UTC, zones: [{ key: ${name}-desk }], passages: [{ key: ${name}-gate, from: outside, to: ${name}-desk }] }
`;

beforeAll(async () => {
  const { db, pool } = stores.relational;
  services = testServices({ db, analytics: stores.analytics }, aClock(now));
  schema = buildSchemas(services.modules).main;
  const opened = async (name: string) => {
    const options = { dryRun: false, prune: false, within: null };
    const outcome = await applySiteFile(services.provisioning, file(name), options);
    expect(outcome.problems).toEqual([]);
    return systemScope(outcome.organizationId as OrganizationId);
  };
  [scope, strange] = [await opened('Ours'), await opened('Theirs')];
  const { rows } = await pool.query('select key, id from zones union all select key, id from installations');
  ids = Object.fromEntries(rows.map((row) => [row.key, row.id]));
  const limit = { type: 'limit', installationId: ids['Ours-hall'], zoneId: ids['Ours-floor'], value: 200 };
  const created = await ask(
    `mutation ($organizationId: Int!, $conditions: [AlertConditionInput!]!) {
      createAlertWithDetails(name: "Crowded", organizationId: $organizationId, conditionsToAdd: $conditions, actionsToAdd: []) { id } }`,
    { organizationId: scope.organizationId, conditions: [limit] },
  );
  alertId = created.createAlertWithDetails.id;
});

const context = (by: Scope) => ({ scope: by, tokenProblem: null, address: '' });

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
async function ask(source: string, variableValues: Record<string, unknown> = {}, by: Scope = scope): Promise<any> {
  const answer = await graphql({ schema, source, contextValue: context(by), variableValues });
  return answer.errors?.map(({ extensions, message }) => extensions.field ?? extensions.code ?? message) ?? answer.data;
}

async function fired(begin: number, end: number | null, zone = 'Ours-floor', site = 'Ours-hall'): Promise<number> {
  const { rows } = await stores.relational.pool.query(
    `insert into alert_logs (organization_id, installation_id, alert_id, condition_type, metrics, date_begin, date_end, zone_id, place)
     values ($1, $2, $3, 'limit', '[{"type": "inside", "threshold": 200, "value": 209}]', $4, $5, $6, $7) returning id`,
    [scope.organizationId, ids[site], alertId, new Date(begin), end && new Date(end), ids[zone], `zone ${ids[zone]}`],
  );
  return rows[0].id;
}

const open = async (zoneIds: readonly (number | undefined)[] = [], by?: Scope) =>
  (await ask('query ($zoneIds: [Int!]!) { openAlerts(zoneIds: $zoneIds) { id zoneName } }', { zoneIds }, by))
    .openAlerts;

describe('what is open', () => {
  let first: number;
  let second: number;

  beforeAll(async () => {
    await fired(now - 300 * minute, now - 200 * minute);
    first = await fired(now - 60 * minute, null);
    second = await fired(now - 30 * minute, null, 'Ours-desk', 'Ours-annex');
  });

  it('returns them newest first, for all places or some zones', async () => {
    expect(await open()).toEqual([
      { id: second, zoneName: 'Ours-desk' },
      { id: first, zoneName: 'Ours-floor' },
    ]);
    expect(await open([ids['Ours-floor']])).toEqual([{ id: first, zoneName: 'Ours-floor' }]);
  });

  it('puts the more severe ones first', async () => {
    const set = (severity: string) =>
      stores.relational.pool.query('update alert_logs set severity = $1 where id = $2', [severity, first]);
    await set('critical');
    expect((await open()).map(({ id }: { id: number }) => id)).toEqual([first, second]);
    await set('warning');
  });

  it('is limited to the organization and the sites the scope sees', async () => {
    expect(await open([], strange)).toEqual([]);
    expect(await open([ids['Ours-floor']], strange)).toEqual([]);
    const limited = { ...scope, installationIds: [ids['Ours-annex'] as InstallationId] };
    expect(await open([], limited)).toEqual([{ id: second, zoneName: 'Ours-desk' }]);
    const viewer = { ...scope, rights: presetProfiles.viewer.rights } as Scope;
    expect(await open([], viewer)).toBeUndefined();
  });

  it('comes at once and whenever an alert changes', async () => {
    const stream = await subscribe({
      schema,
      document: parse('subscription { liveAlerts(zoneIds: []) { id acknowledgedAt acknowledgement } }'),
      contextValue: context(scope),
    });
    if (!(Symbol.asyncIterator in stream)) throw new Error(JSON.stringify(stream));
    const events = stream[Symbol.asyncIterator]();
    // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
    const next = async () => ((await events.next()).value as any).data.liveAlerts;
    expect((await next()).map(({ id }: { id: number }) => id)).toEqual([second, first]);
    const acknowledge = (by?: Scope) =>
      ask(
        'mutation ($id: Int!) { acknowledgeAlert(alertLogId: $id, note: " On it ") { acknowledgedAt } }',
        { id: first },
        by,
      );
    expect(await acknowledge(strange)).toEqual(['alertLogId']);
    expect(await acknowledge()).toEqual({ acknowledgeAlert: { acknowledgedAt: now } });
    expect((await next())[1]).toEqual({ id: first, acknowledgedAt: now, acknowledgement: 'On it' });
    await events.return?.();
  });
});

describe('the story of a firing', () => {
  it('has its steps, and the delivery status of each message', async () => {
    const { db, pool } = stores.relational;
    const begin = now - 20 * minute;
    const logId = await fired(begin, null, 'Ours-desk', 'Ours-annex');
    const place = `zone ${ids['Ours-desk']}`;
    const step = (at: number, from: string, to: string, effect: string | null) =>
      pool.query(
        `insert into alert_transitions (organization_id, alert_id, place, kind, at, "from", "to", value, effect, seen_at)
         values ($1, $2, $3, 'phase', $4, $5, $6, '209', $7, $4)`,
        [scope.organizationId, alertId, place, new Date(at), from, to, effect],
      );
    await step(begin - 10 * minute, 'ok', 'pending', null);
    await step(begin, 'pending', 'firing', 'opened');
    await step(begin - 500 * minute, 'ok', 'pending', null);
    await enqueue(db, {
      organizationId: scope.organizationId,
      channel: 'sms',
      recipient: '+41790000001',
      dedupeKey: 'story/sms',
      at: now,
      content: { text: 'Crowded' },
    });
    const told = (channel: string, recipient: string, key: string | null, notSent: string | null) =>
      pool.query(
        `insert into alert_notifications (alert_id, log_id, channel, about, recipient, at, dedupe_key, not_sent)
         values ($1, $2, $3, 'opened', $4, $5, $6, $7)`,
        [alertId, logId, channel, recipient, new Date(begin), key, notSent],
      );
    await told('sms', '+41790000001', 'story/sms', null);
    await told('push', 'Anna', null, 'notSetUp');
    const story = `query ($id: Int!) { alertStory(alertLogId: $id) {
      entry { id zoneName } alert { name state } steps { from to effect value } notifications { channel status attempts recipient } } }`;
    expect((await ask(story, { id: logId })).alertStory).toEqual({
      entry: { id: logId, zoneName: 'Ours-desk' },
      alert: { name: 'Crowded', state: 'OK' },
      steps: [
        { from: 'ok', to: 'pending', effect: null, value: 209 },
        { from: 'pending', to: 'firing', effect: 'opened', value: 209 },
      ],
      notifications: [
        { channel: 'sms', status: 'waiting', attempts: 0, recipient: '+41790000001' },
        { channel: 'push', status: 'notSetUp', attempts: 0, recipient: 'Anna' },
      ],
    });
    expect(await ask(story, { id: logId }, strange)).toEqual(['alertLogId']);
  });
});
