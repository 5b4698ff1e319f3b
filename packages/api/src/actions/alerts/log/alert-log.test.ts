import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import { fullRights, withRights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { testServices } from '../../../../testing/test-services.ts';
import { buildSchemas } from '../../../app/schema.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../../setup/site-files/index.ts';

const stores = useTestStores();
const now = Date.parse('2026-03-02T12:00:00Z');
const hour = 3_600_000;
let schema: GraphQLSchema;
let scope: Scope;
let ids: Readonly<Record<string, number>>;

const file = (name: string) => `organization: { name: ${name} }
installations:
  - key: ${name}-hall
    name: Hall
    timezone: UTC
    zones: [{ key: ${name}-floor }]
    passages: [{ key: ${name}-door, from: outside, to: ${name}-floor }]
    devices: [{ serial: ${name}-AIR, kind: atmosphere, zone: ${name}-floor }]
  - { key: ${name}-annex, name: Annex, timezone: UTC, zones: [{ key: ${name}-desk }], passages: [{ key: ${name}-gate, from: outside, to: ${name}-desk }] }
`;

beforeAll(async () => {
  const services = testServices({ db: stores.relational.db, analytics: stores.analytics }, aClock(now));
  schema = buildSchemas(services.modules).main;
  const opened = async (name: string) => {
    const outcome = await applySiteFile(services.provisioning, file(name), {
      dryRun: false,
      prune: false,
      within: null,
    });
    expect(outcome.problems).toEqual([]);
    return systemScope(outcome.organizationId as OrganizationId);
  };
  scope = await opened('Ours');
  await opened('Theirs');
  const { rows } = await stores.relational.pool.query(
    'select key, id from zones union all select key, id from passages union all select serial, id from devices union all select key, id from installations',
  );
  ids = Object.fromEntries(rows.map((row) => [row.key, row.id]));
});

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
async function ask(source: string, variableValues: Record<string, unknown>, by: Scope = scope): Promise<any> {
  const answer = await graphql({
    schema,
    source,
    contextValue: { scope: by, tokenProblem: null, address: '' },
    variableValues,
  });
  return answer.errors?.map(({ extensions, message }) => extensions.code ?? message) ?? answer.data;
}

const fields =
  'id alertId conditionType metrics { type threshold value } dateBegin dateEnd zoneId zoneName passageId deviceId installationId message';
const seen = (over: object = {}) => ({
  conditionType: 'CO2',
  metrics: [{ type: 'co2', threshold: 800, value: 950 }],
  dateBegin: now - 2 * hour,
  zoneId: ids['Ours-floor'],
  ...over,
});
const write = (entry: object, by?: Scope) =>
  ask(`mutation ($entry: AlertLogEntryInput!) { createAlertLogEntry(entry: $entry) { ${fields} } }`, { entry }, by);
const change = (id: number, more: object, by?: Scope) =>
  ask(
    `mutation ($id: Int!, $dateEnd: Timestamp, $message: String) { updateAlertLogEntry(id: $id, dateEnd: $dateEnd, message: $message) { ${fields} } }`,
    { id, ...more },
    by,
  );
const log = () =>
  ask(`query ($zoneIds: [Int!]!) { alertLogConnection(filter: { zoneIds: $zoneIds }) { nodes { ${fields} } } }`, {
    zoneIds: [ids['Ours-floor'], ids['Ours-desk']],
  }).then(({ alertLogConnection }) => alertLogConnection.nodes);

describe('the log of alerts', () => {
  it('accepts an entry field by field, and its end', async () => {
    const place = { passageId: ids['Ours-door'], deviceId: ids['Ours-AIR'], message: 'The fan stood still' };
    const { createAlertLogEntry: entry } = await write(seen(place));
    expect(entry).toMatchObject({ ...seen(place), alertId: 0, dateEnd: null, zoneName: 'Ours-floor' });
    expect(await log()).toEqual([entry]);
    expect(await write(seen())).toEqual(['BAD_INPUT']);
    expect(await change(entry.id, { dateEnd: now - hour })).toMatchObject({
      updateAlertLogEntry: { dateEnd: now - hour, message: 'The fan stood still' },
    });
    expect(await change(entry.id, { message: 'Mended' })).toMatchObject({ updateAlertLogEntry: { message: 'Mended' } });
    expect(await log()).toEqual([{ ...entry, dateEnd: now - hour, message: 'Mended' }]);
    expect(await change(entry.id, { dateEnd: now })).toEqual(['BAD_INPUT']);
    expect(await write(seen({ alertId: 0, dateBegin: now - hour }))).toMatchObject({ createAlertLogEntry: {} });
  });

  it('belongs to an alert of the same site, whose name is shown to those who see its current site', async () => {
    const { pool } = stores.relational;
    const inserted = await pool.query(
      `with alert as (insert into alerts (organization_id, installation_id, name, created_at)
         values ($1, $2, 'Of the annex', now()) returning id)
       insert into alert_logs (organization_id, installation_id, alert_id, condition_type, metrics, date_begin, zone_id)
         select $1, $2, id, 'CO2', '[]', $3, $4 from alert returning alert_id`,
      [scope.organizationId, ids['Ours-annex'], new Date(now - 5 * hour), ids['Ours-desk']],
    );
    const alertId = inserted.rows[0].alert_id;
    const hall = { ...scope, installationIds: [ids['Ours-hall'] as InstallationId] };
    for (const by of [scope, hall]) expect(await write(seen({ alertId }), by)).toEqual(['NOT_FOUND']);
    expect(await write(seen({ alertId, zoneId: ids['Ours-desk'] }))).toMatchObject({
      createAlertLogEntry: { alertId },
    });
    // Like an alert that was moved to another site.
    await pool.query('update alert_logs set installation_id = $1, zone_id = $2 where alert_id = $3', [
      ids['Ours-hall'],
      ids['Ours-floor'],
      alertId,
    ]);
    const namesFor = async (by: Scope) => {
      const read =
        'query ($zoneIds: [Int!]!) { alertLogConnection(filter: { zoneIds: $zoneIds }) { nodes { alertId alertName } } }';
      const { alertLogConnection } = await ask(read, { zoneIds: [ids['Ours-floor']] }, by);
      return alertLogConnection.nodes
        .filter((node: { alertId: number }) => node.alertId === alertId)
        .map((node: { alertName: string }) => node.alertName);
    };
    expect(await namesFor(scope)).toEqual(['Of the annex', 'Of the annex']);
    expect(await namesFor(hall)).toEqual([null, null]);
    await pool.query('delete from alert_logs where alert_id = $1', [alertId]);
  });

  it('needs the right to write, and places of one site of the caller', async () => {
    const without = (right: 'dashboard.alert.create' | 'dashboard.alert.edit') =>
      ({ ...scope, rights: withRights(fullRights, [right], false) }) as Scope;
    const [{ id }] = await log();
    expect(await write(seen(), without('dashboard.alert.create'))).toEqual(['FORBIDDEN']);
    expect(await change(id, { message: 'x' }, without('dashboard.alert.edit'))).toEqual(['FORBIDDEN']);
    const strange = [
      { zoneId: ids['Theirs-floor'] },
      { passageId: ids['Theirs-door'] },
      { passageId: ids['Ours-gate'] },
      { deviceId: ids['Theirs-AIR'] },
      { alertId: 77 },
    ];
    for (const over of strange) expect([over, await write(seen(over))]).toEqual([over, ['NOT_FOUND']]);
    const annex = { ...scope, installationIds: [ids['Ours-annex'] as InstallationId] } as Scope;
    expect(await write(seen(), annex)).toEqual(['NOT_FOUND']);
    expect(await change(id, { message: 'x' }, annex)).toEqual(['NOT_FOUND']);
    expect(await change(99_999, { message: 'x' })).toEqual(['NOT_FOUND']);
  });

  it.each([
    [{ metrics: [{ type: 'noSuchMetric' }] }],
    [{ metrics: Array.from({ length: 11 }, () => ({ type: 'co2' })) }],
    [{ dateBegin: now + 1 }],
    [{ dateEnd: now - 3 * hour }],
    [{ message: 'x'.repeat(501) }],
  ])('takes no %o', async (over) => {
    expect(await write(seen(over))).toEqual(['BAD_INPUT']);
  });
});
