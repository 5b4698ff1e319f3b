import type { OrganizationId } from '@atrium/domain/core';
import { fullRights, withRights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { describe, expect, test } from 'vitest';
import { buildCreateAlert } from '../../actions/alerts/definitions/change-alerts.ts';
import { type AlertsChanged, alertsStore } from '../../actions/alerts/index.ts';
import { findMemberContacts } from '../../people/access/index.ts';
import { createInProcessBus } from '../../platform/bus/open-bus.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createSiteDirectory } from '../../sites/index.ts';
import { applySiteFile, describeChange, exportSiteFile } from './index.ts';

const stores = useTestStores();
const clock = aClock(Date.parse('2026-03-01T12:00:00Z'));
const bus = createInProcessBus(createLogger('silent'));
const heard: AlertsChanged[] = [];
bus.subscribe('alerts.changed', (one) => heard.push(one));

let count = 0;
const fileOf = (alerts: string, rest = '') => {
  count += 1;
  return (text: string = alerts) => `organization: { name: Alerts ${count} }
profiles: [{ name: All, rights: all }]
users: [{ email: anna${count}@alerts.example, profile: All, role: admin }]
installations:
  - key: hall
    name: Hall
    timezone: Europe/Zurich
    zones: [{ key: a }, { key: b }]
    devices: [{ serial: AIR-${count}, kind: atmosphere, zone: a }]
    events: [{ name: Permanent, neverEnding: true, metrics: [inside], stopngo: { limit: 90 } }]
    alerts: ${text}
${rest}`;
};
const listOf = () => `recipientLists: [{ name: Night shift, users: [anna${count + 1}@alerts.example] }]`;

async function apply(text: string, options: { prune?: boolean; by?: Scope } = {}) {
  const outcome = await applySiteFile({ db: stores.relational.db, bus, clock }, text, {
    dryRun: false,
    prune: false,
    within: options.by?.organizationId ?? null,
    ...options,
  });
  return {
    organizationId: outcome.organizationId as OrganizationId,
    problems: outcome.problems.map(({ line, message }) => `${line}: ${message}`),
    changes: outcome.changes.map(describeChange),
  };
}

const stored = (organizationId: OrganizationId) => alertsStore(stores.relational.db).all(systemScope(organizationId));

const busy =
  '[{ name: Busy, lists: [Night shift], condition: { type: limit, severity: critical, quietTimes: [{ days: [1, 2], from: "22:00", to: "06:00" }], quietOnClosedDays: true, zone: a, value: 90, endValue: 80, enterHold: 120, maxTrigger: 3 }, notifications: [{ type: email, title: Too many, content: "{value}\\nof {limit}" }] }]';

describe('alerts in a site file', () => {
  test('are the same rules as those written through the API', async () => {
    const { organizationId, problems } = await apply(fileOf(busy, listOf())());
    expect(problems).toEqual([]);
    const [declared] = await stored(organizationId);
    const { db } = stores.relational;
    const create = buildCreateAlert({
      db,
      clock,
      bus,
      sites: createSiteDirectory({ db, clock, bus }),
      mayCall: () => true,
      contactsOf: (organization) => findMemberContacts(db, organization),
    });
    const written = await create(systemScope(organizationId), {
      name: 'Busy',
      conditions: [
        {
          type: 'limit',
          severity: 'critical',
          quietTimes: [{ days: [1, 2], from: '22:00', to: '06:00' }],
          quietOnClosedDays: true,
          installationId: declared?.installationId as number,
          zoneId: declared?.condition.zoneId,
          value: 90,
          endValue: 80,
          enterHold: 120,
          maxTrigger: 3,
        },
      ],
      actions: [{ type: 'email', msgTitle: 'Too many', msgContent: '{value}\nof {limit}' }],
      emails: [],
      phones: [],
      planningIds: [...(declared?.planningIds ?? [])],
    });
    if (!written.ok) throw new Error(written.error.message);
    const rule = (one: typeof declared) => ({
      ...one,
      id: 0,
      conditionId: 0,
      actions: one?.actions.map(({ id: _id, ...action }) => action),
    });
    expect(rule(written.value)).toEqual(rule(declared));
    expect(declared?.planningIds).toHaveLength(1);
    const text = await exportSiteFile(db, organizationId);
    expect(text).toContain('copy: 2');
    expect(await apply(text, { prune: true })).toMatchObject({ problems: [], changes: [] });
  });

  test('an alert with a changed condition is judged again, and the change is published', async () => {
    const file = fileOf(busy, listOf());
    const { organizationId } = await apply(file());
    const [before] = await stored(organizationId);
    heard.length = 0;
    expect((await apply(file(busy.replace('maxTrigger: 3', 'maxTrigger: 4')))).changes).toEqual([
      '~ alert hall/Busy: maxTrigger 3 → 4',
    ]);
    expect((await stored(organizationId))[0]).toMatchObject({ id: before?.id, revision: before?.revision });
    expect((await apply(file(busy.replace('value: 90', 'value: 95')))).changes).toEqual([
      '~ alert hall/Busy: value 90 → 95, maxTrigger 4 → 3',
    ]);
    expect((await stored(organizationId))[0]).toMatchObject({ revision: (before?.revision ?? 0) + 1 });
    const one = { organizationId, installationId: before?.installationId, alertId: before?.id };
    expect(heard).toEqual([one, one]);
    expect((await apply(file('[]'))).changes).toEqual([]);
    expect((await apply(file('[]'), { prune: true })).changes).toEqual(['- alert hall/Busy']);
    expect(await stored(organizationId)).toEqual([]);
  });

  test('an alert of what was removed stays, and is in no file', async () => {
    const file = fileOf('[{ name: Busy, condition: { type: limit, zone: b, value: 5 } }]');
    const { organizationId } = await apply(file());
    const without = file('[]').replace(', { key: b }', '');
    expect((await apply(without, { prune: true })).changes).toEqual([expect.stringContaining('- zone hall/b')]);
    expect(await stored(organizationId)).toHaveLength(1);
    const text = await exportSiteFile(stores.relational.db, organizationId);
    expect(text).not.toContain('Busy');
    expect(await apply(text, { prune: true })).toMatchObject({ problems: [], changes: [] });
    expect(await stored(organizationId)).toHaveLength(1);
  });

  test.each([
    [
      'a zone there is not',
      '{ name: A, condition: { type: limit, zone: c, value: 5 } }',
      'there is no zone "c" at hall',
    ],
    ['a limit left out', '{ name: A, condition: { type: limit, zone: a } }', 'value is required'],
    [
      'an end beyond the limit',
      '{ name: A, condition: { type: limit, zone: a, value: 5, endValue: 9 } }',
      'endValue must be',
    ],
    [
      'a device there is not',
      '{ name: A, condition: { type: CO2, zone: a, value: 900, airSensors: [X] } }',
      'there is no such device "X"',
    ],
    [
      'a list there is not',
      '{ name: A, condition: { type: limit, zone: a, value: 5 }, lists: [X] }',
      'there is no recipient list "X"',
    ],
    [
      'a stranger',
      '{ name: A, condition: { type: limit, zone: a, value: 5 }, emails: [eve@evil.example] }',
      'eve@evil.example is not the verified email of a member',
    ],
    [
      'a plain address',
      '{ name: A, condition: { type: limit, zone: a, value: 5 }, notifications: [{ type: job, address: "http://x.example" }] }',
      'A job calls one address that begins with https://',
    ],
    [
      'an address that delivery refuses',
      '{ name: A, condition: { type: limit, zone: a, value: 5 }, notifications: [{ type: job, address: "https://10.0.0.5/x" }] }',
      'A job calls an address of the public internet or of ATRIUM_CALLABLE_NETWORKS',
    ],
    [
      'a second copy of nothing',
      '{ name: A, copy: 2, condition: { type: limit, zone: a, value: 5 } }',
      'there is no alert "A" before copy 2',
    ],
  ])('refuses %s', async (_what, alert, message) => {
    const { problems } = await apply(fileOf(`[${alert}]`)());
    expect(problems).toEqual([expect.stringContaining(message)]);
  });

  test('applying alerts requires the right to write them, and verified contacts', async () => {
    const file = fileOf('[]');
    const { organizationId } = await apply(file());
    const own = `anna${count}@alerts.example`;
    const alert = `[{ name: A, condition: { type: limit, zone: a, value: 5 }, emails: [${own}] }]`;
    const by: Scope = { ...systemScope(organizationId), role: 'admin', rights: fullRights };
    expect((await apply(file(alert), { by })).problems).toEqual([expect.stringContaining('is not the verified email')]);
    const unable = { ...by, rights: withRights(fullRights, ['dashboard.alert.create'], false) };
    const plain = alert.replace(/, emails.*\]/, ' }]');
    expect((await apply(file(plain), { by: unable })).problems).toEqual([expect.stringContaining('needs the right')]);
    expect((await apply(file(plain), { by })).problems).toEqual([]);
    // The operator may name people who have not signed in yet.
    expect((await apply(file(alert))).problems).toEqual([]);
  });
});
