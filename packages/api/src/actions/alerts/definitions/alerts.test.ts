import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import { noRights, presetProfiles, withRights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { testServices } from '../../../../testing/test-services.ts';
import { buildSchemas } from '../../../app/schema.ts';
import type { Services } from '../../../app/services.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../../setup/site-files/index.ts';

const stores = useTestStores();
const now = Date.parse('2026-03-02T12:00:00Z');
const hour = 3_600_000;
let services: Services;
let schema: GraphQLSchema;
let scope: Scope;
let strange: Scope;
let ids: Readonly<Record<string, number>>;

const file = (name: string) => `organization: { name: ${name} }
installations:
  - key: ${name}-hall
    name: ${name} hall
    timezone: Europe/Zurich
    zones: [{ key: ${name}-floor }, { key: ${name}-desk }]
    passages: [{ key: ${name}-door, from: outside, to: ${name}-floor }]
    devices: [{ serial: ${name}-AIR, kind: atmosphere, zone: ${name}-floor }, { serial: ${name}-PAD, kind: pad, passage: ${name}-door }]
    events: [{ name: ${name}-fair, neverEnding: true, metrics: [co2], stopngo: { limit: 90 } }]
  - { key: ${name}-annex, name: ${name} annex, timezone: Asia/Dubai, zones: [{ key: ${name}-roof }], passages: [{ key: ${name}-gate, from: outside, to: ${name}-roof }] }
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
  const { rows } = await pool.query(
    `select key, id from zones union all select key, id from passages union all select serial, id from devices
     union all select key, id from installations union all select name, id from events`,
  );
  ids = Object.fromEntries(rows.map((row) => [row.key, row.id]));
  const profile = await services.access.createProfile(scope, {
    name: 'All',
    rights: presetProfiles.administrator.rights,
  });
  if (!profile.ok) throw new Error(profile.error.message);
  for (const [email, phone] of [
    ['anna@ours.example', '+41790000001'],
    ['unproven@ours.example', null],
  ] as const) {
    const person = { email, password: 'Demo-pass-1', role: 'user', profileId: profile.value.id } as const;
    const created = await services.access.createUser(scope, person);
    if (!created.ok) throw new Error(created.error.message);
    await pool.query('update users set phone = $1, is_phone_verified = $2, is_email_verified = $2 where id = $3', [
      phone,
      phone !== null,
      created.value.id,
    ]);
  }
});

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
async function ask(source: string, variableValues: Record<string, unknown>, by: Scope = scope): Promise<any> {
  const contextValue = { scope: by, tokenProblem: null, address: '' };
  const answer = await graphql({ schema, source, contextValue, variableValues });
  return answer.errors?.map(({ extensions, message }) => extensions.field ?? extensions.code ?? message) ?? answer.data;
}

const shown = `id name enabled installationId state isOpen emails phones planningIds mutedUntil muteReason
  conditions { type zoneId value endValue enterHold maxTrigger metric limit severity quietTimes { days from to } quietOnClosedDays } actions { type msgTitle msgContent recipients }
  plannings { name mails phones userIds } events { name } installations { name } firedByDay { count }`;

const co2 = (changes: object = {}) => ({
  type: 'CO2',
  installationId: ids['Ours-hall'],
  zoneId: ids['Ours-floor'],
  value: 850,
  ...changes,
});
const mail = { type: 'email', msgTitle: '{alert} at {site}', msgContent: 'CO2 is {value}' };

interface Written {
  readonly name?: string;
  readonly organizationId?: number;
  readonly conditions?: readonly object[];
  readonly actions?: readonly object[];
  readonly planning?: object;
  readonly planningIds?: readonly number[];
  readonly contacts?: object;
}

const given = (written: Written) => ({
  name: 'Stale air',
  organizationId: scope.organizationId,
  conditions: [co2()],
  actions: [mail],
  contacts: { mails: ['anna@ours.example'] },
  ...written,
});

async function create(written: Written = {}, by?: Scope) {
  const answer = await ask(
    `mutation ($name: String!, $organizationId: Int!, $conditions: [AlertConditionInput!]!, $actions: [AlertActionInput!]!,
        $planning: AlertPlanningInput, $planningIds: [Int!], $contacts: AlertContactsInput) {
      createAlertWithDetails(name: $name, organizationId: $organizationId, conditionsToAdd: $conditions, actionsToAdd: $actions,
        planningToAdd: $planning, planningIds: $planningIds, contacts: $contacts) { ${shown} } }`,
    given(written),
    by,
  );
  return answer.createAlertWithDetails ?? answer;
}

async function update(id: number, written: Written = {}, by?: Scope) {
  const answer = await ask(
    `mutation ($id: Int!, $name: String!, $organizationId: Int!, $conditions: [AlertConditionInput!]!, $actions: [AlertActionInput!]!,
        $planning: AlertPlanningInput, $planningIds: [Int!], $contacts: AlertContactsInput) {
      updateAlertWithDetails(id: $id, name: $name, organizationId: $organizationId, conditions: $conditions, actions: $actions,
        planning: $planning, planningIds: $planningIds, contacts: $contacts) { ${shown} } }`,
    { id, ...given(written) },
    by,
  );
  return answer.updateAlertWithDetails ?? answer;
}

const read = async (id: number, by?: Scope) =>
  (await ask(`query ($id: Int!) { alertById(alertId: $id) { ${shown} } }`, { id }, by)).alertById;

describe('writing an alert', () => {
  it('keeps all of it', async () => {
    const written = await create({
      contacts: { mails: ['Anna@ours.example'], phones: ['+41790000001'] },
      planning: { name: 'Managers', mails: ['anna@ours.example'] },
      actions: [
        mail,
        { type: 'sms', msgContent: '{value}' },
        { type: 'job', msgContent: '', recipients: ['https://a.example/x'] },
      ],
      conditions: [co2({ endValue: 820, enterHold: 300, maxTrigger: 3 })],
    });
    expect(written).toMatchObject({
      name: 'Stale air',
      enabled: true,
      installationId: ids['Ours-hall'],
      state: 'OK',
      isOpen: false,
      emails: ['anna@ours.example'],
      phones: ['+41790000001'],
      conditions: [
        {
          type: 'CO2',
          zoneId: ids['Ours-floor'],
          value: 850,
          endValue: 820,
          enterHold: 300,
          maxTrigger: 3,
          metric: 'co2',
          limit: 850,
        },
      ],
      actions: [
        { ...mail, recipients: [] },
        // A missing title is stored as a space.
        { type: 'sms', msgTitle: ' ', msgContent: '{value}', recipients: [] },
        { type: 'job', msgTitle: ' ', msgContent: '', recipients: ['https://a.example/x'] },
      ],
      plannings: [{ name: 'Managers', mails: ['anna@ours.example'], phones: [], userIds: [] }],
      installations: [{ name: 'Ours hall' }],
    });
    expect(written.firedByDay).toHaveLength(28);
    expect(await read(written.id)).toEqual(written);
  });

  it('accepts an alert without any notification or contact', async () => {
    expect(await create({ name: 'Log only', actions: [], contacts: {} })).toMatchObject({ actions: [], emails: [] });
  });

  it('tells the contacts of a list, and of one that comes with it', async () => {
    const { planningIds } = await create({
      name: 'With its own list',
      contacts: {},
      planning: { name: 'Told', mails: ['anna@ours.example'] },
    });
    expect(await create({ name: 'With that list', contacts: {}, planningIds })).toMatchObject({ planningIds });
  });

  it("takes an event's limit for Stop&Go, as it is at present", async () => {
    const stopAndGo = { type: 'stopAndGo', installationId: ids['Ours-hall'], eventId: ids['Ours-fair'] };
    expect(await create({ name: 'Full', conditions: [stopAndGo] })).toMatchObject({
      conditions: [{ limit: 90, metric: 'inside' }],
      events: [{ name: 'Ours-fair' }],
    });
  });

  it.each([
    ['no title', { name: '  ' }, 'name'],
    ['no condition', { conditions: [] }, 'conditions'],
    ['two conditions', () => ({ conditions: [co2(), co2()] }), 'conditions'],
    ['no number', () => ({ conditions: [co2({ value: null })] }), 'condition.value'],
    ['an end above the limit', () => ({ conditions: [co2({ endValue: 900 })] }), 'condition.endValue'],
    ['a zone of another site', () => ({ conditions: [co2({ zoneId: ids['Ours-roof'] })] }), 'condition.zoneId'],
    ["another organization's zone", () => ({ conditions: [co2({ zoneId: ids['Theirs-floor'] })] }), 'condition.zoneId'],
    [
      "another organization's site",
      () => ({ conditions: [co2({ installationId: ids['Theirs-hall'], zoneId: ids['Theirs-floor'] })] }),
      'condition.installationId',
    ],
    ['another organization', () => ({ organizationId: strange.organizationId }), 'organizationId'],
    [
      'a counter among air sensors',
      () => ({ conditions: [co2({ deviceAtmosphereIds: [ids['Ours-PAD']] })] }),
      'condition.deviceAtmosphereIds',
    ],
    ['six notifications', { actions: Array(6).fill(mail) }, 'actions'],
    ['a job without an address', { actions: [{ type: 'job', msgContent: '' }] }, 'actions.0.recipients'],
    [
      'a job without encryption',
      { actions: [{ type: 'job', msgContent: '', recipients: ['http://a.example'] }] },
      'actions.0.recipients',
    ],
    ...['10.0.0.5', '127.0.0.1:9000', '[::1]', '169.254.169.254', 'localhost', 'printer.localhost.'].map(
      (host) =>
        [
          `a job at ${host}, which delivery refuses`,
          {
            actions: [mail, { type: 'job', msgContent: '', recipients: [`https://${host}/x`] }],
          },
          'actions.1.recipients',
        ] as const,
    ),
    ['a mail to nobody', { contacts: {} }, 'recipients.email'],
    ['a text to nobody', { actions: [{ type: 'sms', msgContent: '' }] }, 'recipients.sms'],
    [
      'a push to a list without members',
      {
        actions: [{ type: 'push', msgContent: '' }],
        planning: { name: 'No members', mails: ['anna@ours.example'] },
      },
      'recipients.push',
    ],
    ['an email nobody verified', { contacts: { mails: ['unproven@ours.example'] } }, 'emails'],
    ['a phone nobody has', { contacts: { phones: ['+41790000009'] } }, 'phones'],
    ['a list that is not there', { planningIds: [99_999] }, 'planningIds'],
    ['a list with a member that is not there', { planning: { name: 'New', userIds: [99_999] } }, 'planning.userIds'],
  ] as const)('refuses %s', async (_what, written, field) => {
    const count = await stores.relational.pool.query('select count(*) from alerts');
    expect(await create((typeof written === 'function' ? written() : written) as Written)).toEqual([field]);
    expect((await stores.relational.pool.query('select count(*) from alerts')).rows).toEqual(count.rows);
  });

  it('is refused to whoever may not, and to other organizations', async () => {
    const { id } = await create({ name: 'Ours alone' });
    const viewer = { ...scope, rights: presetProfiles.viewer.rights } as Scope;
    expect(await create({}, viewer)).toEqual(['FORBIDDEN']);
    expect(await update(id, { organizationId: strange.organizationId }, strange)).toEqual(['id']);
    expect(await read(id, strange)).toBeUndefined();
    const elsewhere = { ...scope, installationIds: [ids['Ours-annex'] as InstallationId] };
    expect(await read(id, elsewhere)).toBeUndefined();
  });

  it('shows a list of recipients to those who see a site it is used at, until no alert uses it', async () => {
    const planning = { name: 'Of the hall', mails: ['anna@ours.example'], phones: [], userIds: [] };
    const { id, planningIds } = await create({ name: 'With a list', planning });
    const hall = { ...scope, installationIds: [ids['Ours-hall'] as InstallationId] };
    const annex = { ...scope, installationIds: [ids['Ours-annex'] as InstallationId] };
    const isShownTo = async (by: Scope) => {
      const { allAlertPlannings } = await ask('{ allAlertPlannings { id } }', {}, by);
      return allAlertPlannings.some((one: { id: number }) => planningIds.includes(one.id));
    };
    expect([await isShownTo(scope), await isShownTo(hall), await isShownTo(annex)]).toEqual([true, true, false]);
    await update(id, { planningIds: [] });
    expect([await isShownTo(scope), await isShownTo(annex)]).toEqual([true, true]);
  });

  it('lets a list of recipients be changed by those alone who may change alerts and see all sites it is used at', async () => {
    const mails = ['anna@ours.example'];
    const { planningIds } = await create({ name: 'Hall', planning: { name: 'Shared', mails } });
    const [id] = planningIds;
    const annex = { ...scope, installationIds: [ids['Ours-annex'] as InstallationId] };
    const hall = { ...scope, installationIds: [ids['Ours-hall'] as InstallationId] };
    const atAnnex = { conditions: [{ ...co2(), installationId: ids['Ours-annex'], zoneId: ids['Ours-roof'] }] };
    const stored = async () =>
      (await stores.relational.pool.query('select name, emails from alert_plannings where id = $1', [id])).rows[0];
    const emptied = { id, name: 'Emptied', mails: [] };
    expect(await create({ planning: emptied, ...atAnnex }, annex)).toEqual(['planning.id']);
    await create({ name: 'Annex', planningIds, ...atAnnex });
    expect(await create({ planning: emptied, ...atAnnex }, annex)).toEqual(['planning.id']);
    expect(await create({ planning: emptied }, hall)).toEqual(['planning.id']);
    const creator = { ...scope, role: 'user', rights: withRights(noRights, ['dashboard.alert.create']) } as Scope;
    expect(await create({ planning: emptied }, creator)).toEqual(['planning.id']);
    expect(await stored()).toEqual({ name: 'Shared', emails: mails });
    expect(await create({ planning: { id, name: 'Of the hall', mails } })).toEqual(['planning.name']);
    await create({ planning: { id, name: 'Renamed', mails: [] } });
    expect(await stored()).toEqual({ name: 'Renamed', emails: [] });
    const { rows } = await stores.relational.pool.query(
      "select action, details, installation_id from audit_entries where subject_id = $1 and action like 'recipientList.%' order by id",
      [id],
    );
    expect(rows).toEqual([
      { action: 'recipientList.created', details: { name: 'Shared' }, installation_id: ids['Ours-hall'] },
      {
        action: 'recipientList.changed',
        details: {
          name: 'Renamed',
          changed: ['name', 'emails'],
          before: { name: 'Shared', emails: 'anna@ours.example' },
          after: { name: 'Renamed', emails: '' },
        },
        installation_id: null,
      },
    ]);
  });

  it('shows members only to those who know them', async () => {
    const { pool } = stores.relational;
    await pool.query("update users set installation_ids = array[$1::integer] where email = 'anna@ours.example'", [
      ids['Ours-annex'],
    ]);
    const hall = { ...scope, installationIds: [ids['Ours-hall'] as InstallationId] };
    const contacts = { mails: ['anna@ours.example'] };
    expect(await create({ contacts }, hall)).toEqual(['emails']);
    expect(await create({ planning: { name: 'Hidden', mails: contacts.mails } }, hall)).toEqual(['emails']);
    const { id } = await create({ contacts });
    expect(await update(id, { name: 'Renamed by the hall', contacts }, hall)).toMatchObject({ emails: contacts.mails });
    await pool.query("update users set installation_ids = null where email = 'anna@ours.example'");
  });

  it('tells the key of jobs to those alone who may change the organization and see all of it, until it is renewed', async () => {
    const tell = (by: Scope) => ask('{ alertJobKey }', {}, by);
    const { alertJobKey: first } = await tell(scope);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    const without = { ...scope, rights: withRights(scope.rights, ['organization.general.edit'], false) } as Scope;
    const limited = { ...scope, installationIds: [ids['Ours-hall'] as InstallationId] };
    for (const by of [without, limited]) {
      expect(await tell(by)).toEqual(['FORBIDDEN']);
      expect(await ask('mutation { renewAlertJobKey }', {}, by)).toEqual(['FORBIDDEN']);
    }
    expect(await tell(scope)).toEqual({ alertJobKey: first });
    const { renewAlertJobKey: second } = await ask('mutation { renewAlertJobKey }', {});
    expect(second).not.toBe(first);
    expect([await tell(scope), (await tell(strange)).alertJobKey === second]).toEqual([{ alertJobKey: second }, false]);
    const { rows } = await stores.relational.pool.query(
      "select details from audit_entries where action = 'organization.jobKeyRenewed'",
    );
    expect(rows).toEqual([{ details: {} }]);
  });
});

describe('changing an alert', () => {
  const openEntry = (alertId: number) =>
    stores.relational.pool.query(
      `insert into alert_logs (organization_id, installation_id, alert_id, condition_type, metrics, date_begin, zone_id, place)
       values ($1, $2, $3, 'CO2', '[]', $4, $5, 'zone') returning id`,
      [scope.organizationId, ids['Ours-hall'], alertId, new Date(now - hour), ids['Ours-floor']],
    );
  const entryOf = async (alertId: number) =>
    (await stores.relational.pool.query('select date_end, ended_by from alert_logs where alert_id = $1', [alertId]))
      .rows[0];
  const revisionOf = async (alertId: number) =>
    (await stores.relational.pool.query('select revision from alerts where id = $1', [alertId])).rows[0].revision;

  it('judges it anew, and ends what was open, only where what is judged changed', async () => {
    const { id } = await create({ name: 'Before' });
    await openEntry(id);
    expect(
      await update(id, {
        name: 'After',
        conditions: [
          co2({
            maxTrigger: 1,
            remindEvery: 3600,
            quietTimes: [{ days: [6, 7], from: '00:00', to: '24:00' }],
            quietOnClosedDays: true,
          }),
        ],
      }),
    ).toMatchObject({
      name: 'After',
      conditions: [
        { maxTrigger: 1, quietOnClosedDays: true, quietTimes: [{ days: [6, 7], from: '00:00', to: '24:00' }] },
      ],
    });
    expect(await revisionOf(id)).toBe(1);
    expect(await entryOf(id)).toEqual({ date_end: null, ended_by: null });
    await update(id, { conditions: [co2({ value: 900 })] });
    expect(await revisionOf(id)).toBe(2);
    expect(await entryOf(id)).toEqual({ date_end: new Date(now), ended_by: 'disabled' });
  });

  it('gives open firings the changed severity, and leaves the rule and past firings as they were', async () => {
    const { id, conditions } = await create({ conditions: [co2({ severity: 'information' })] });
    expect(conditions).toMatchObject([{ severity: 'information' }]);
    await openEntry(id);
    await stores.relational.pool.query(
      `insert into alert_logs (organization_id, installation_id, alert_id, condition_type, metrics, date_begin, date_end, zone_id, place)
       values ($1, $2, $3, 'CO2', '[]', $4, $4, $5, 'zone')`,
      [scope.organizationId, ids['Ours-hall'], id, new Date(now - 2 * hour), ids['Ours-floor']],
    );
    await update(id, { conditions: [co2({ severity: 'critical' })] });
    expect(await revisionOf(id)).toBe(1);
    const { rows } = await stores.relational.pool.query(
      'select severity, date_end is null as is_open from alert_logs where alert_id = $1 order by date_begin',
      [id],
    );
    expect(rows).toEqual([
      { severity: 'warning', is_open: false },
      { severity: 'critical', is_open: true },
    ]);
  });

  it('switches it off, which ends what is open, and on', async () => {
    const { id } = await create({ name: 'Switched' });
    await openEntry(id);
    const to = async (enabled: boolean) =>
      (
        await ask(
          'mutation ($id: Int!, $enabled: Boolean!) { updateAlert(id: $id, enabled: $enabled) { enabled state } }',
          { id, enabled },
        )
      ).updateAlert;
    expect(await to(false)).toEqual({ enabled: false, state: 'OFF' });
    expect(await entryOf(id)).toEqual({ date_end: new Date(now), ended_by: 'disabled' });
    expect(await to(true)).toEqual({ enabled: true, state: 'OK' });
    expect(await revisionOf(id)).toBe(3);
  });

  it('mutes it until a time to come', async () => {
    const { id } = await create({ name: 'Muted' });
    const mute = (until: number | null) =>
      ask(
        'mutation ($id: Int!, $until: Timestamp) { muteAlert(id: $id, until: $until, reason: "Party") { mutedUntil muteReason } }',
        { id, until },
      );
    expect(await mute(now + hour)).toEqual({ muteAlert: { mutedUntil: now + hour, muteReason: 'Party' } });
    expect(await mute(now - hour)).toEqual(['until']);
    expect(await mute(null)).toEqual({ muteAlert: { mutedUntil: null, muteReason: null } });
  });

  it('deletes it and keeps its log', async () => {
    const { id } = await create({ name: 'Gone' });
    await openEntry(id);
    expect(await ask('mutation ($id: Int!) { deleteAlert(id: $id) }', { id }, strange)).toEqual(['id']);
    expect(await ask('mutation ($id: Int!) { deleteAlert(id: $id) }', { id })).toEqual({ deleteAlert: true });
    expect(await read(id)).toBeUndefined();
    expect(await entryOf(id)).toEqual({ date_end: new Date(now), ended_by: 'disabled' });
  });

  it('leaves a line of each in the audit log', async () => {
    const { rows } = await stores.relational.pool.query(
      `select distinct action from audit_entries where organization_id = $1 and action like 'alert.%' order by 1`,
      [scope.organizationId],
    );
    expect(rows.map(({ action }) => action)).toEqual(
      ['changed', 'created', 'deleted', 'muted', 'switchedOff', 'switchedOn', 'unmuted'].map((name) => `alert.${name}`),
    );
  });
});
