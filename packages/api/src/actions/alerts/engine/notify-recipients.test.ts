import { buildRule, emptyCondition } from '@atrium/domain/actions/alerts';
import { presetProfiles } from '@atrium/domain/people/access';
import { expect, test } from 'vitest';
import { testLinks } from '../../../people/notifications/testing/test-links.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import type { PlacedAlertEvent } from '../alert-event.ts';
import { alertsStore } from '../definitions/alerts.store.ts';
import type { EvaluationDependencies } from './evaluate-alert.ts';
import { notifyRecipients } from './notify-recipients.ts';
import { evaluateSite } from './run-evaluations.ts';
import { type AlertWorld, createAlertWorld } from './testing/alert-world.ts';

const stores = useTestStores();
const minute = 60_000;
const five = 5 * minute;
const start = Date.parse('2026-05-04T06:00:00Z');
let people = 0;

const ways = [
  { type: 'email', msgTitle: '{alert}: {value} at {zone}', msgContent: 'Open the vents of {site}.', recipients: [] },
  { type: 'sms', msgTitle: ' ', msgContent: '', recipients: [] },
  { type: 'job', msgTitle: ' ', msgContent: '', recipients: ['https://hooks.example/vents'] },
] as const;

/** Creates a world with Anna, who has a verified address and number and is notified by every channel. */
async function told(condition: object = {}) {
  const world = await createAlertWorld({ db: stores.relational.db, analytics: stores.analytics }, start);
  const { email, phone, userId } = await aMember(world);
  const alertId = await world.alert(condition, { emails: [email], phones: [phone], actions: ways });
  await world.passes();
  return { ...world, email, phone, alertId, userId };
}

/** Adds a member with a verified address and number to a world's organization. */
async function aMember(world: AlertWorld) {
  people += 1;
  const [email, phone] = [`anna${people}@hall.example`, `+4179000${1000 + people}`];
  const profile = await world.services.access.createProfile(world.scope, {
    name: 'All',
    rights: presetProfiles.administrator.rights,
  });
  if (!profile.ok) throw new Error(profile.error.message);
  const created = await world.services.access.createUser(world.scope, {
    email,
    password: 'Demo-pass-1',
    role: 'user',
    profileId: profile.value.id,
  });
  if (!created.ok) throw new Error(created.error.message);
  await stores.relational.pool.query(
    "update users set phone = $1, language = 'en', is_phone_verified = true, is_email_verified = true where id = $2",
    [phone, created.value.id],
  );
  return { email, phone, userId: created.value.id };
}

/** Stores one reading after the other, each as its interval ends. */
async function reads({ clock, told: tell }: AlertWorld, values: readonly number[]) {
  for (const value of values) {
    const at = clock.time - (clock.time % five);
    clock.time = at + five + 1000;
    await tell([{ at, value }]);
  }
}

interface Sent {
  readonly channel: string;
  readonly recipient: string;
  readonly content: { readonly subject?: string; readonly text?: string; readonly body?: string };
}

async function outbox({ scope }: AlertWorld): Promise<readonly Sent[]> {
  const { rows } = await stores.relational.pool.query(
    'select channel, recipient, content from outbox where organization_id = $1 order by id',
    [scope.organizationId],
  );
  return rows;
}

async function notifications(alertId: number) {
  const { rows } = await stores.relational.pool.query(
    'select channel, about, not_sent from alert_notifications where alert_id = $1 order by id',
    [alertId],
  );
  return rows.map((row) => [row.channel, row.about, row.not_sent].filter((one) => one !== null).join(' '));
}

test('each channel notifies once of the start and once of the end', async () => {
  const world = await told();
  await reads(world, [700, 900, 950, 700, 700]);
  const sent = await outbox(world);
  expect(sent.map(({ channel, recipient }) => `${channel} ${recipient}`)).toEqual([
    `mail ${world.email}`,
    `sms ${world.phone}`,
    'job https://hooks.example/vents',
    `mail ${world.email}`,
    `sms ${world.phone}`,
    'job https://hooks.example/vents',
  ]);
  const [mail, text, job, ended] = sent;
  expect(mail?.content.subject).toBe('Stale air: 900 ppm at Floor');
  expect(mail?.content.text).toContain('Open the vents of Hall.');
  expect(mail?.content.text).toContain('CO₂ · Floor · Hall: 900 ppm, the limit is 800 ppm, since 4 May 2026 at 08:05');
  expect(text?.content.text).toMatch(/^Stale air · Hall\nCO₂ · Floor · Hall: 900 ppm.*\nhttps?:\S+\/alerts\/log\/\d+$/);
  expect(JSON.parse(job?.content.body ?? '')).toMatchObject({
    alert: 'Stale air',
    site: 'Hall',
    metric: 'co2',
    events: [{ about: 'opened', place: 'Floor', value: 900 }],
  });
  expect(ended?.content.subject).toBe('Ended: Stale air · Hall');
});

test.each([
  ['critical', 'Critical · Stale air: 900 ppm at Floor', 'Critical · Stale air · Hall'],
  ['information', 'Information · Stale air: 900 ppm at Floor', 'Information · Stale air · Hall'],
] as const)('a firing of severity %s says so in every channel and in its log', async (severity, subject, short) => {
  const world = await told({ severity });
  await reads(world, [700, 900]);
  const [mail, text, job] = await outbox(world);
  expect(mail?.content.subject).toBe(subject);
  expect(text?.content.text?.split('\n')[0]).toBe(short);
  expect(JSON.parse(job?.content.body ?? '')).toMatchObject({ severity });
  const { rows } = await stores.relational.pool.query('select severity from alert_logs where alert_id = $1', [
    world.alertId,
  ]);
  expect(rows).toEqual([{ severity }]);
});

test('saving an alert sends nothing about earlier firings, only about later ones', async () => {
  const world = await createAlertWorld({ db: stores.relational.db, analytics: stores.analytics }, start);
  const { email, phone } = await aMember(world);
  await reads(world, [700, 900, 700]);
  await world.alert({}, { emails: [email], phones: [phone], actions: ways });
  await world.passes();
  await reads(world, [700]);
  expect(await outbox(world)).toEqual([]);
  await reads(world, [900]);
  expect((await outbox(world)).map(({ channel }) => channel)).toEqual(['mail', 'sms', 'job']);
});

test('repeated readings, a second evaluation and a restart send nothing again', async () => {
  const world = await told();
  await reads(world, [700, 900]);
  const before = await outbox(world);
  expect(before).toHaveLength(3);
  await world.told([{ at: world.clock.time - five - 1000, value: 900 }]);
  await world.passes();
  const { organizationId } = world.scope;
  const all = { deviceIds: 'all', from: start } as const;
  await evaluateSite(world.judging, { organizationId, installationId: world.installationId }, all);
  expect(await outbox(world)).toEqual(before);
});

test('two concurrent workers notify once', async () => {
  for (let round = 0; round < 5; round++) {
    const world = await told();
    await reads(world, [700]);
    const at = world.clock.time - (world.clock.time % five);
    world.clock.time = at + five + 1000;
    const raw = [{ device: world.sensor, metric: 'co2', at: new Date(at).toISOString(), value: 990 }];
    const stored = await world.services.ingestion.ingestReadings(world.scope, null, raw, world.clock.now());
    expect(stored.ok).toBe(true);
    const site = { organizationId: world.scope.organizationId, installationId: world.installationId };
    const look = () => evaluateSite(world.judging, site, { deviceIds: 'all', from: at });
    await Promise.all([look(), look(), look()]);
    expect(await outbox(world)).toHaveLength(3);
  }
});

test('interrupted at any statement, it is evaluated again: one entry, and one notification each', async () => {
  let cut = 0;
  for (let isCut = true; isCut; cut++) {
    const world = await told();
    await reads(world, [700]);
    const at = world.clock.time - (world.clock.time % five);
    world.clock.time = at + five + 1000;
    const raw = [{ device: world.sensor, metric: 'co2', at: new Date(at).toISOString(), value: 990 }];
    await world.services.ingestion.ingestReadings(world.scope, null, raw, world.clock.now());
    const site = { organizationId: world.scope.organizationId, installationId: world.installationId };
    const seen = { count: 0 };
    const failing = { ...world.judging, db: cutOff(world.judging.db, cut, seen) };
    await evaluateSite(failing, site, { deviceIds: 'all', from: at }).catch(() => {});
    // The last round runs without a failure.
    isCut = seen.count > cut;
    await evaluateSite(world.judging, site, { deviceIds: 'all', from: at });
    expect([cut, (await outbox(world)).length]).toEqual([cut, 3]);
    const { rows } = await stores.relational.pool.query('select id from alert_logs where alert_id = $1', [
      world.alertId,
    ]);
    expect([cut, rows.length]).toEqual([cut, 1]);
  }
  expect(cut).toBeGreaterThan(10);
}, 120_000);

/** Wraps the database so that transactions fail at their n-th statement. Counts the statements. */
function cutOff(db: EvaluationDependencies['db'], at: number, seen: { count: number }): EvaluationDependencies['db'] {
  const statements = new Set<string | symbol>(['select', 'insert', 'update', 'delete', 'execute']);
  const failing = (inner: object): never =>
    new Proxy(inner, {
      get(target, name) {
        const found = Reflect.get(target, name);
        if (typeof found !== 'function') return found;
        if (!statements.has(name)) return found.bind(target);
        return (...given: unknown[]) => {
          seen.count += 1;
          if (seen.count === at + 1) throw new Error('cut off');
          return found.apply(target, given);
        };
      },
    }) as never;
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name);
      return (work: (inner: unknown) => Promise<unknown>) => target.transaction((inner) => work(failing(inner)));
    },
  });
}

test('skipped notifications are recorded with the reason: muted, over the daily limit, ended before detection', async () => {
  const world = await told({ maxTrigger: 1 });
  await reads(world, [700, 900, 700, 900, 700]);
  expect((await notifications(world.alertId)).filter((one) => one.startsWith('email'))).toEqual([
    'email opened',
    'email ended',
    'email opened maxTrigger',
  ]);
  await alertsStore(stores.relational.db).setMute(world.alertId, {
    until: world.clock.time + 3 * 86_400_000,
    by: null,
    reason: null,
  });
  world.clock.time += 86_400_000;
  await reads(world, [700, 900, 700]);
  expect((await notifications(world.alertId)).filter((one) => one.startsWith('email')).slice(3)).toEqual([
    'email opened muted',
  ]);
});

test('a firing that began before the first evaluation is logged, without notifications', async () => {
  const world = await told();
  await reads(world, [900, 900]);
  expect(await outbox(world)).toEqual([]);
  expect(await notifications(world.alertId)).toEqual([
    'email opened beganBeyond',
    'sms opened beganBeyond',
    'job opened beganBeyond',
  ]);
});

test('missing data is notified and ends nothing; data still beyond the limit sends nothing again', async () => {
  const world = await told();
  await reads(world, [700, 900]);
  world.clock.time += 20 * minute;
  await world.passes();
  await world.passes();
  const silent = (await outbox(world)).slice(3);
  expect(silent.map(({ channel }) => channel)).toEqual(['mail', 'sms', 'job']);
  expect(silent[0]?.content.subject).toBe('No data: Stale air · Hall');
  await reads(world, [900]);
  expect(await outbox(world)).toHaveLength(6);
  await reads(world, [700]);
  expect((await outbox(world)).at(-1)?.channel).toBe('job');
  expect(await outbox(world)).toHaveLength(9);
});

test('reminders come as often as asked for while it lasts', async () => {
  const world = await told({ remindEvery: 900 });
  await reads(world, [700, 900, 900, 900, 900, 900, 900, 900, 700]);
  const mails = (await outbox(world)).filter(({ channel }) => channel === 'mail');
  expect(mails.map(({ content }) => content.subject?.split(':')[0])).toEqual([
    'Stale air',
    'Still on',
    'Still on',
    'Ended',
  ]);
});

test('members who lost the site are not notified', async () => {
  const world = await told();
  await stores.relational.pool.query('update users set installation_ids = $1 where email = $2', [[], world.email]);
  await reads(world, [700, 900]);
  expect((await outbox(world)).map(({ channel }) => channel)).toEqual(['job']);
});

test('a push goes to every browser that its person signed up, and is written down where there is none', async () => {
  const world = await told();
  const { services, scope, userId } = world;
  const planningId = await alertsStore(stores.relational.db).insertPlanning(scope, {
    name: 'Watch',
    emails: [],
    phones: [],
    userIds: [userId],
  });
  const push = { type: 'push', msgTitle: '{alert}', msgContent: 'Open the vents.', recipients: [] } as const;
  const alertId = await world.alert({}, { actions: [push], planningIds: [planningId as number] });
  await reads(world, [700, 900]);
  expect(await notifications(alertId)).toEqual(['push opened notSetUp']);
  const anna = { ...scope, userId } as typeof scope;
  const keys = { p256dh: `B${'k'.repeat(86)}`, auth: 'a'.repeat(22) };
  const at = `https://push.example/${userId}`;
  for (const endpoint of [`${at}/phone`, `${at}/desk`, `${at}/desk`])
    expect(await services.access.pushBrowsers.save(anna, { endpoint, ...keys })).toEqual({ ok: true, value: true });
  await services.access.pushBrowsers.save(anna, { endpoint: `${at}/old`, ...keys });
  await services.access.pushBrowsers.forget(`${at}/old`);
  await reads(world, [700, 700, 950]);
  const pushes = (await outbox(world)).filter(({ channel }) => channel === 'push');
  expect(pushes.map(({ recipient }) => recipient)).toEqual([`${at}/phone`, `${at}/desk`]);
  expect(pushes[0]?.content).toMatchObject({
    title: 'Stale air',
    keys,
    path: expect.stringMatching(/^\/alerts\/log\/\d+$/),
  });
  for (const [field, wrong] of [
    ['endpoint', { endpoint: 'http://push.example/x' }],
    ['endpoint', { endpoint: 'javascript:alert(1)' }],
    ['endpoint', { endpoint: `https://push.example/${'x'.repeat(1000)}` }],
    ['p256dh', { p256dh: 'B' }],
    ['auth', { auth: '' }],
  ] as const)
    expect(await services.access.pushBrowsers.save(anna, { endpoint: `${at}/phone`, ...keys, ...wrong })).toMatchObject(
      { ok: false, error: { field } },
    );
});

/** Lets the alert fire, and returns it with its site and its row of the log. */
async function readFired(world: Awaited<ReturnType<typeof told>>) {
  await reads(world, [700, 900]);
  const { db } = stores.relational;
  const [alert] = await alertsStore(db).all({ ...world.scope, installationIds: [world.installationId] });
  const site = (await world.services.sites.snapshot(world.scope)).sites.get(world.installationId);
  const { rows } = await stores.relational.pool.query('select id from alert_logs where alert_id = $1', [world.alertId]);
  return { db, alert, site, rows };
}

test('what follows within a minute arrives together, at the end of it; what comes later at once', async () => {
  const world = await told();
  const { db, alert, site, rows } = await readFired(world);
  if (alert === undefined || site === undefined) throw new Error('nothing to tell of');
  const rule = buildRule(alert.condition, { site: site.topology, eventLimit: null });
  if (rule === null) throw new Error('nothing to tell of');
  const first = world.clock.time;
  const then = async (after: number, place: string) => {
    const now = first + after;
    const news = { logId: rows[0].id, begin: first, value: 900, endedBy: null, silentBecause: null };
    const texts = { version: '', languages: {} };
    const about = {
      alert: 'Stale air',
      site: 'Hall',
      timezone: 'UTC',
      currency: null,
      metric: 'co2',
      type: 'CO2',
      severity: 'warning',
      rule,
      texts,
    } as const;
    const members = await world.services.access.contactsOf(world.scope.organizationId);
    const telling = { alert, site, told: about, plannings: [], members, links: testLinks, now, quiet: null };
    await db.transaction((transaction) =>
      notifyRecipients(transaction, telling, [{ ...news, about: 'silent', at: now, place }]),
    );
  };
  const due = async () => {
    const { rows: mails } = await stores.relational.pool.query(
      `select next_attempt_at at, content->>'text' words from outbox where organization_id = $1 and channel = 'mail' order by 1`,
      [world.scope.organizationId],
    );
    return mails.map(({ at, words }) => [
      at.getTime() - first,
      ['· Floor ·', 'Attic', 'Cellar', 'Garage', 'Roof'].filter((place) => words.includes(place)),
    ]);
  };
  await then(10_000, 'Attic');
  await then(30_000, 'Cellar');
  await then(59_000, 'Garage');
  const minuteOf = [
    [0, ['· Floor ·']],
    [minute, ['Attic', 'Cellar', 'Garage']],
  ];
  expect(await due()).toEqual(minuteOf);
  expect(await notifications(world.alertId)).toHaveLength(12);
  await then(5 * minute, 'Roof');
  expect(await due()).toEqual([...minuteOf, [5 * minute, ['Roof']]]);
});

test('a message about what is usual states the usual value and its range, rounded like the value', async () => {
  const world = await told();
  const { db, alert, site, rows } = await readFired(world);
  const condition = { ...emptyCondition('expected'), metric: 'affluenceIn', deviation: 'aboveRange' } as const;
  const rule = site && buildRule(condition, { site: site.topology, eventLimit: null });
  if (alert === undefined || site === undefined || rule == null) throw new Error('nothing to tell of');
  let now = world.clock.time;
  const severity = 'warning';
  const facts = {
    alert: 'Busy',
    site: 'Hall',
    timezone: 'UTC',
    currency: 'CHF',
    type: 'expected',
    severity,
    rule,
  } as const;
  const members = await world.services.access.contactsOf(world.scope.organizationId);
  const texts = { version: '1', languages: { en: { 'metric.turnover': 'Turnover' } } };
  const event = { logId: rows[0].id, begin: now, endedBy: null, silentBecause: null, place: 'Floor' } as const;
  const send = async (metric: string, news: Pick<PlacedAlertEvent, 'about' | 'value' | 'usual'>) => {
    // Later than what would be grouped.
    now += 10 * minute;
    const telling = {
      alert,
      site,
      told: { ...facts, metric, texts },
      plannings: [],
      members,
      links: testLinks,
      now,
      quiet: null,
    };
    await db.transaction((transaction) => notifyRecipients(transaction, telling, [{ ...event, at: now, ...news }]));
  };
  await send('affluenceIn', {
    about: 'reminder',
    value: 80_512,
    usual: { value: 66_500.4, lower: 51_000.2, upper: 80_000 },
  });
  await send('turnover', { about: 'silent', value: 12.5, usual: { value: 10, lower: 8, upper: 12 } });
  await send('electricityCost', { about: 'opened', value: 12.5, usual: { value: 10, lower: 8, upper: 12 } });
  await send('affluenceIn', {
    about: 'opened',
    value: 80_512,
    usual: { value: 66_500.4, lower: 51_000.2, upper: 80_000 },
  });
  const sent = (await outbox(world)).flatMap(({ content: { text } }) => text ?? []);
  const has = (...words: readonly string[]) => sent.some((text) => words.every((word) => text.includes(word)));
  expect(has('Entries · Floor · Hall: 80,512 people, usual 66,500 people (51,000–80,000), since')).toBe(true);
  expect(has('Entries · Floor · Hall: still so', '80,512 people at the most')).toBe(true);
  expect(has('Turnover · Floor · Hall: no data any more')).toBe(true);
  // Money has the currency of the site.
  expect(has('electricityCost · Floor · Hall: 12.50 CHF, usual 10.00 CHF (8.00–12.00), since')).toBe(true);
  const jobs = (await outbox(world)).flatMap(({ channel, content: { body } }) =>
    channel === 'job' && body ? [body] : [],
  );
  expect(JSON.parse(jobs.at(-1) ?? '{}')).toMatchObject({
    limit: null,
    events: [{ value: 80_512, usual: { value: 66_500.4, lower: 51_000.2, upper: 80_000 } }],
  });
});
