import type { OrganizationId } from '@atrium/domain/core';
import { Registry } from 'prom-client';
import { beforeEach, expect, test } from 'vitest';
import { Overloaded } from '../../platform/failures.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createReport, deleteReport, restoreReport, updateReport } from './change-reports.ts';
import type { WrittenReport } from './check-report.ts';
import { deliveryQueue, pendingDeliveriesStore } from './deliveries.store.ts';
import { createInteractiveReports } from './preview-report.ts';
import { readDeliveries, readReportById } from './read-reports.ts';
import { createReportSender, makeDelivery, registerReportMetrics } from './report-sender.ts';
import { planSlots } from './sending/plan-slots.ts';
import { createReportWorld, type ReportWorld } from './testing/report-world.ts';

const stores = useTestStores();

const minute = 60_000;
const hour = 60 * minute;
const signal = new AbortController().signal;

/** Monday, 06:30 in Zürich. */
const start = '2026-03-02T05:30:00Z';

// The scheduler reads the reports of every organization, and each test has a clock of its own.
beforeEach(async () => {
  await stores.relational.pool.query('delete from reports');
});

async function world() {
  return createReportWorld({ db: stores.relational.db, analytics: stores.analytics }, start);
}

async function report(of: ReportWorld, changes: Partial<WrittenReport> = {}, by = of.manager) {
  const { db, clock, sites, recipientsOf } = of.sending;
  const created = await createReport({ db, clock, sites, recipientsOf }, by, of.written(changes));
  if (!created.ok) throw new Error(created.error.message);
  return created.value;
}

/** Claims one delivery, as the sender does. */
const claim = async ({ clock }: ReportWorld, lastTurn = -1) =>
  (
    await deliveryQueue(stores.relational.db).claim({
      now: clock.now(),
      until: clock.now() + 5 * minute,
      limit: 1,
      lastTurn,
    })
  )[0] ?? null;

/** Runs one check and makes everything due, like a worker. */
async function look(of: ReportWorld) {
  while ((await planSlots(of.sending)) > 0);
  for (;;) {
    const next = await claim(of);
    if (next === null) return;
    await makeDelivery(of.sending, next, signal);
  }
}

async function mails({ scope }: ReportWorld) {
  const { rows } = await stores.relational.pool.query(
    'select recipient, dedupe_key, content from outbox where organization_id = $1 order by id',
    [scope.organizationId],
  );
  return rows as readonly {
    readonly recipient: string;
    readonly dedupe_key: string;
    readonly content: {
      readonly subject: string;
      readonly text: string;
      readonly headers?: object;
      readonly attachments: readonly { readonly filename: string; readonly file: string }[];
    };
  }[];
}

async function history(of: ReportWorld, reportId: number) {
  const page = await readDeliveries({ ...of.sending }, of.scope, reportId, { first: 20 });
  if (!page.ok) throw new Error(page.error.message);
  return page.value.edges.map(({ node }) => node);
}

test('metrics count pending reports with their age, and failures of a day', async () => {
  const of = await world();
  const registry = new Registry();
  registerReportMetrics(of.sending.db, of.clock, registry);
  const told = async () =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('atrium_'))
      .map((line) => Number(line.split(' ')[1]));
  await report(of);
  expect(await told()).toEqual([0, 0, 0]);
  of.clock.time += 31 * minute;
  await planSlots(of.sending);
  of.clock.time += minute;
  expect(await told()).toEqual([1, 0, 60]);
  const next = await claim(of);
  if (next === null) throw new Error('nothing is due');
  await pendingDeliveriesStore(of.sending.db).fail(next, 'NOT_MADE');
  expect(await told()).toEqual([0, 1, 0]);
  of.clock.time += 24 * hour;
  expect(await told()).toEqual([0, 0, 0]);
});

test('a slot is sent once, of the finished days before it, with its files and the way out', async () => {
  const of = await world();
  const { id } = await report(of, { emails: [of.addressOf('manager'), 'Boss@Outside.example'] });
  await look(of);
  expect(await mails(of)).toEqual([]);
  of.clock.time += 31 * minute;
  await look(of);
  await look(of);
  expect(of.composed).toHaveLength(1);
  expect(of.composed[0]).toMatchObject({
    from: '2026-02-23',
    to: '2026-03-02',
    slot: '2026-03-02',
    isLate: false,
    setUpBy: 'manager Muster',
  });
  const sent = await mails(of);
  expect(sent.map(({ recipient }) => recipient)).toEqual([of.addressOf('manager'), 'boss@outside.example']);
  const [first] = sent;
  expect(first?.content.subject).toBe('Weekly 2026-02-23…2026-03-02');
  expect(first?.content.text).toMatch(/open \S+\/counting\/\d+\?.*2026-02-23.*2026-03-01/);
  expect(first?.content.text).toMatch(/leave \S+\/unsubscribe-confirm\?token=/);
  expect(first?.content.headers).toHaveProperty('List-Unsubscribe-Post');
  expect(first?.content.attachments.map(({ filename }) => filename)).toEqual(['hall.pdf']);
  const file = await of.sending.files.store.get(first?.content.attachments[0]?.file ?? '');
  expect([...(file ?? [])]).toEqual([1, 2, 3]);
  expect(await history(of, id)).toMatchObject([
    {
      kind: 'scheduled',
      slot: '2026-03-02',
      state: 'sent',
      recipients: [
        { kind: 'member', deliveryStatus: 'waiting' },
        { email: 'boss@outside.example', kind: 'outside', deliveryStatus: 'waiting' },
      ],
    },
  ]);
  of.clock.time += 24 * hour;
  await look(of);
  expect(await mails(of)).toHaveLength(4);
});

test('after downtime only the newest missed slot is sent, late', async () => {
  const of = await world();
  const { id } = await report(of);
  of.clock.time += 3 * 24 * hour + 5 * hour;
  await look(of);
  expect(of.composed).toMatchObject([{ slot: '2026-03-05', to: '2026-03-05', isLate: true }]);
  expect(await history(of, id)).toHaveLength(1);
});

test.each(['Weekly', 'Large'])('the preview of %s says what its mail says, files and all', async (title) => {
  const of = await world();
  const previewed = await createInteractiveReports(of.sending).preview(of.manager, of.written({ title }), []);
  if (!previewed.ok) throw new Error(previewed.error.message);
  await report(of, { title });
  of.clock.time += hour;
  await look(of);
  const [mail] = await mails(of);
  // There is nothing to unsubscribe from yet, and no file to download.
  const lines = (text = '') =>
    text
      .split('\n')
      .filter((line) => !line.startsWith('leave '))
      .map((line) => line.replace(/(hall\.pdf) http\S+/, '$1 elsewhere'));
  expect(lines(previewed.value.text)).toEqual(lines(mail?.content.text));
  expect(previewed.value.subject).toBe(mail?.content.subject);
  expect(previewed.value.text).toContain('hall.pdf');
  expect(previewed.value.pdf).toBeNull();
});

test('previews of one organization, however many, leave room to another', async () => {
  const of = await world();
  const { sites, compose } = of.sending;
  const begun: number[] = [];
  const held = Promise.withResolvers<void>();
  const { preview } = createInteractiveReports({
    ...of.sending,
    // Both use the same site: only the order of turns matters.
    sites: { ...sites, snapshot: () => sites.snapshot(of.manager) },
    compose: async (scope, ...rest) => {
      begun.push(scope.organizationId);
      await held.promise;
      return compose(of.manager, ...rest);
    },
  });
  const own = of.manager.organizationId;
  const other = { ...of.manager, organizationId: (own + 1_000_000) as typeof own };
  const ask = (scope: typeof of.manager) => preview(scope, of.written(), []);
  const many = Promise.allSettled(Array.from({ length: 10 }, () => ask(of.manager)));
  await expect.poll(() => begun).toEqual([own]);
  const others = ask(other);
  await expect.poll(() => begun).toEqual([own, other.organizationId]);
  held.resolve();
  expect(await others).toMatchObject({ ok: true });
  const refused = (await many).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(7);
  expect(refused).toEqual(refused.map(() => ({ status: 'rejected', reason: expect.any(Overloaded) })));
});

test('files too large for a mail are linked to, and the mail says so', async () => {
  const of = await world();
  await report(of, { title: 'Large' });
  of.clock.time += hour;
  await look(of);
  const [mail] = await mails(of);
  expect(mail?.content.attachments).toEqual([]);
  expect(mail?.content.text).toMatch(/hall\.pdf https?:\/\/[^/]+\/files\/\S+\/report\.pdf\?name=hall\.pdf/);
});

test('many reports of one organization wait in turns with another’s', async () => {
  const [many, few] = [await world(), await world()];
  for (let count = 0; count < 3; count += 1) await report(many);
  await report(few);
  for (const of of [many, few]) {
    of.clock.time += hour;
    while ((await planSlots(of.sending)) > 0);
  }
  const turns: OrganizationId[] = [];
  for (;;) {
    const next = await claim(many, turns.at(-1));
    if (next === null) break;
    turns.push(next.organizationId);
  }
  const [one, other] = [many.scope.organizationId, few.scope.organizationId];
  expect(
    turns
      .filter((id) => id === one || id === other)
      .slice(0, 3)
      .toSorted((a, b) => a - b),
  ).toEqual([one, one, other]);
});

test('two who look at once, and one who is killed before the end, send each mail once', async () => {
  const of = await world();
  await report(of);
  of.clock.time += hour;
  await Promise.all([planSlots(of.sending), planSlots(of.sending)]);
  const taken = await claim(of);
  expect(await claim(of)).toBeNull();
  // The first process exceeds its lease, another makes the delivery, and the first returns late.
  of.clock.time += 6 * minute;
  await look(of);
  if (taken === null) throw new Error('nothing was due');
  await makeDelivery(of.sending, taken, signal);
  expect(await mails(of)).toHaveLength(1);
});

test('a report that cannot be made is retried later and later, and in the end its history says so', async () => {
  const of = await world();
  const { id } = await report(of);
  of.clock.time += hour;
  let attempts = 0;
  const sender = createReportSender(
    {
      ...of.sending,
      compose: async () => {
        attempts += 1;
        throw new Error('broken');
      },
      logError: () => {},
    },
    { pollMs: 5 },
  );
  const heldUntil = async () =>
    (await stores.relational.pool.query('select lease_until from report_deliveries where report_id = $1', [id])).rows[0]
      ?.lease_until;
  sender.start();
  for (const pause of [minute, 2 * minute, 3 * minute]) {
    await expect.poll(heldUntil, { timeout: 20_000 }).toEqual(new Date(of.clock.time + pause));
    of.clock.time += pause;
  }
  await expect
    .poll(() => history(of, id), { timeout: 20_000 })
    .toMatchObject([{ state: 'failed', problem: 'NOT_MADE' }]);
  await sender.stop();
  expect(attempts).toBe(4);
});

test('a member who no longer sees the site, who left the list or the organization gets nothing, and the history says so', async () => {
  const of = await world();
  const limited = await of.member('limited', [of.ids.elsewhere]);
  const gone = await of.member('gone');
  const { id } = await report(of, { emails: ['limited', 'gone', 'left'].map(of.addressOf) });
  expect(limited).toBeGreaterThan(0);
  of.clock.time += hour;
  await look(of);
  const leaving = (await mails(of)).find(({ recipient }) => recipient === of.addressOf('left'));
  const token = /token=([\w.-]+)/.exec(leaving?.content.text ?? '')?.[1] ?? '';
  expect(await of.services.access.unsubscribing.unsubscribe(token, '192.0.2.1')).toMatchObject({ ok: true });
  await of.services.access.deleteUser(of.scope, gone);
  of.clock.time += 24 * hour;
  await look(of);
  const [second, first] = await history(of, id);
  expect(first?.recipients.map(({ kind, deliveryStatus }) => `${kind} ${deliveryStatus}`)).toEqual([
    'refused notSent',
    'member waiting',
    'outside waiting',
  ]);
  expect(second?.recipients.map(({ kind, deliveryStatus }) => `${kind} ${deliveryStatus}`)).toEqual([
    'refused notSent',
    'outside waiting',
    'unsubscribed notSent',
  ]);
});

test('a report whose owner lost access to the site sends nothing and shows why', async () => {
  const of = await world();
  const { id } = await report(of);
  await stores.relational.pool.query('update users set installation_ids = $1 where id = $2', [
    [of.ids.elsewhere],
    of.manager.userId,
  ]);
  of.clock.time += hour;
  await look(of);
  expect(await mails(of)).toEqual([]);
  expect(await history(of, id)).toMatchObject([{ state: 'failed', problem: 'OWNER_SITE' }]);
  expect(await readReportById(of.sending, of.scope, id)).toMatchObject({ problem: 'OWNER_SITE' });
});

test('it sends while its event runs, not while it is off, and not what came due meanwhile', async () => {
  const of = await world();
  const { id } = await report(of, { eventId: of.ids.fair });
  const { db, clock, sites, recipientsOf } = of.sending;
  const changes = { db, clock, sites, recipientsOf };
  of.clock.time += hour;
  await look(of);
  expect(await history(of, id)).toHaveLength(1);
  expect(await readReportById(of.sending, of.scope, id)).toMatchObject({ state: 'ACTIVE', event: expect.any(String) });
  expect(await updateReport(changes, of.manager, id, { enabled: false })).toMatchObject({ value: { nextAt: null } });
  of.clock.time += 24 * hour;
  await look(of);
  await updateReport(changes, of.manager, id, { enabled: true });
  await look(of);
  expect(await history(of, id)).toHaveLength(1);
  // The fair ends on the 4th.
  of.clock.time += 24 * hour;
  await look(of);
  expect(await history(of, id)).toHaveLength(2);
  of.clock.time += 24 * hour;
  await look(of);
  expect(await history(of, id)).toHaveLength(2);
  expect(await readReportById(of.sending, of.scope, id)).toMatchObject({ state: 'INACTIVE' });
});

test('a deleted report sends nothing, and put back it sends what is due from then on', async () => {
  const of = await world();
  const { id } = await report(of);
  const { db, clock, sites, recipientsOf } = of.sending;
  const changes = { db, clock, sites, recipientsOf };
  expect(await deleteReport(changes, of.manager, id)).toEqual({ ok: true, value: true });
  of.clock.time += 40 * minute;
  await look(of);
  expect(await restoreReport(changes, of.manager, id)).toMatchObject({ ok: true });
  await look(of);
  expect(await history(of, id)).toEqual([]);
  await deleteReport(changes, of.manager, id);
  of.clock.time += 61 * minute;
  expect(await restoreReport(changes, of.manager, id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
});
