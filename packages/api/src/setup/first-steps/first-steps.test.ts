import type { OrganizationId } from '@atrium/domain/core';
import { buildSample } from '@atrium/domain/setup/devices/samples';
import { addPassage, addZone, createEmptySite } from '@atrium/domain/setup/site-files';
import { aClock } from '@atrium/testkit/time';
import { graphql } from 'graphql';
import { describe, expect, test } from 'vitest';
import { buildSchemas } from '../../app/schema.ts';
import { createServices } from '../../app/services.ts';
import { testLinks } from '../../people/notifications/testing/test-links.ts';
import {
  createOrganization,
  defaultOrganizationName,
  organizationStore,
  updateOrganization,
} from '../../people/organization/index.ts';
import { createInProcessBus } from '../../platform/bus/open-bus.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { testDrawing } from '../../platform/testing/test-drawing.ts';
import { testFiles } from '../../platform/testing/test-files.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';

const stores = useTestStores();
/** 14:48 in Zürich. */
const now = Date.parse('2026-11-24T13:48:00Z');

async function emptyInstallation(name: string, at = now) {
  const { db } = stores.relational;
  const clock = aClock(at);
  const services = createServices({
    ...{ db, analytics: stores.analytics, bus: createInProcessBus({ error: () => {} }), clock },
    ...{ files: testFiles().store, drawing: testDrawing(), links: testLinks, logError: () => {} },
    secret: 'only for tests, only for tests, only for tests',
  });
  const made = await createOrganization(organizationStore(db), name);
  if (!made.ok) throw new Error(made.error.message);
  const scope = systemScope(made.value.id as OrganizationId);
  const schema = buildSchemas(services.modules).main;
  const ask = async (source: string, variableValues: Record<string, unknown> = {}, seen = scope) => {
    const contextValue = { scope: seen, tokenProblem: null, address: '' };
    const { data, errors } = await graphql({ schema, source, contextValue, variableValues });
    // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
    return (errors?.map(({ message }) => message) ?? Object.values(data ?? {})[0]) as any;
  };
  const steps = () =>
    ask(`{ firstSteps {
      isHidden isNamed hasKey reachedAt understoodAt isPlaced isCounted
      site { name hasHours zones passages isOpen latestEntries { date isToday entries } }
    } }`);
  return { services, scope, ask, steps, db };
}

const edit = `mutation ($site: SiteDeclarationInput!) {
  editSite(declaration: $site, version: null, dryRun: false) { applied problems { message } }
}`;

const shop = addPassage(
  addZone(createEmptySite('shop', 'Shop', 'Europe/Zurich'), 'Hall', null),
  'Street',
  'outside',
  'hall',
);

type Installation = Awaited<ReturnType<typeof emptyInstallation>>;

async function makeKey({ services, scope }: Pick<Installation, 'services' | 'scope'>): Promise<string> {
  const key = await services.access.ingestKeys.create(scope, { name: 'k', installationId: null, purpose: 'devices' });
  if (!key.ok) throw new Error(key.error.message);
  return key.value.secret;
}

/** Sends twelve entries in the quarter of an hour before a time. */
async function sendCounts({ services, key, at }: Pick<Installation, 'services'> & { key: string; at: number }) {
  const holder = await services.access.ingestKeys.verify(key);
  if (holder === null) throw new Error('the key is not in force');
  const device = { device: 'camera', name: 'Street', at: at - 60_000, interval: 900, entered: 12, left: 1 };
  const more = { passed: 20, enteredInAll: 12, leftInAll: 1, sequence: 1 };
  await services.packets.take(holder, buildSample('hikvision', { ...device, ...more }).text);
}

/** Places the camera at the first suggested door. */
async function placeCamera({ ask, at }: Pick<Installation, 'ask'> & { at: number }) {
  const { senders } = await ask('{ deviceInbox { senders { id } } }');
  const { places } = await ask('query ($id: Int!) { deviceSender(senderId: $id) { places { passageId } } }', {
    id: senders[0].id,
  });
  await ask(
    'mutation ($id: Int!, $at: Timestamp!, $p: Int) { placeDevice(senderId: $id, passageId: $p, since: $at, replaces: false) { id } }',
    { id: senders[0].id, at: at - 7_200_000, p: places[0].passageId },
  );
}

/** Returns the first number of a new site. */
async function firstNumber(name: string, at: number, openingHours: readonly object[]) {
  const { services, scope, ask } = await emptyInstallation(name, at);
  await ask(edit, { site: { ...shop, openingHours, creationDate: '2026-11-01' } });
  await sendCounts({ services, key: await makeKey({ services, scope }), at });
  await placeCamera({ ask, at });
  await services.marks.flush();
  return ask('{ firstSteps { isCounted site { isOpen latestEntries { date isToday entries } } } }');
}

describe('the first steps', () => {
  test('are read from what is there, from nothing to the first own number', async () => {
    const { services, scope, ask, steps, db } = await emptyInstallation(defaultOrganizationName);
    expect(await steps()).toEqual({
      ...{ isHidden: false, isNamed: false, hasKey: false, isPlaced: false, isCounted: false },
      ...{ reachedAt: null, understoodAt: null, site: null },
    });
    await updateOrganization({ db, clock: aClock(now) }, scope, { id: scope.organizationId, name: 'Bakery' });
    const hours = [{ day: 2, hours: ['08:00-18:00'] }];
    const made = await ask(edit, { site: { ...shop, openingHours: hours, creationDate: '2026-11-01' } });
    expect(made).toEqual({ applied: true, problems: [] });
    expect(await steps()).toMatchObject({
      isNamed: true,
      site: { name: 'Shop', hasHours: true, zones: ['Hall'], passages: ['Street'], isOpen: true, latestEntries: null },
    });
    const key = await makeKey({ services, scope });
    expect(await steps()).toMatchObject({ hasKey: true, reachedAt: null });
    await sendCounts({ services, key, at: now });
    expect(await steps()).toMatchObject({ reachedAt: now, understoodAt: now, isPlaced: false, isCounted: false });
    await placeCamera({ ask, at: now });
    await services.marks.flush();
    expect(await steps()).toMatchObject({
      isPlaced: true,
      isCounted: true,
      site: { latestEntries: { date: '2026-11-24', isToday: true, entries: 12 } },
    });
  });

  test.each([
    ['in the evening', '2026-11-24T21:48:00Z', { date: '2026-11-24', isToday: true }],
    ['in the night', '2026-11-25T01:48:00Z', { date: '2026-11-25', isToday: true }],
    ['on a day without hours', '2026-11-26T13:48:00Z', { date: '2026-11-26', isToday: true }],
    // A packet received at ten past midnight is about the quarter of an hour before midnight.
    ['right after midnight', '2026-11-24T23:10:00Z', { date: '2026-11-24', isToday: false }],
  ])('have a number %s, when the site is closed', async (_, time, day) => {
    const at = Date.parse(time);
    const openingHours = [2, 3].map((one) => ({ day: one, hours: ['08:00-18:00'] }));
    expect(await firstNumber(`Closed at ${time}`, at, openingHours)).toEqual({
      isCounted: true,
      site: { isOpen: false, latestEntries: { ...day, entries: 12 } },
    });
  });

  test.each([
    ['in the night', '2026-11-25T01:48:00Z', { date: '2026-11-25', isToday: true }],
    ['right after midnight', '2026-11-24T23:10:00Z', { date: '2026-11-24', isToday: false }],
  ])('have a number %s, when the site is open day and night', async (_, time, day) => {
    expect(await firstNumber(`Open at ${time}`, Date.parse(time), [])).toEqual({
      isCounted: true,
      site: { isOpen: true, latestEntries: { ...day, entries: 12 } },
    });
  });

  test('stay hidden until reopened, and are refused to callers with some sites only', async () => {
    const { ask, steps, scope } = await emptyInstallation('Hidden steps');
    await ask('mutation { hideFirstSteps(hidden: true) { isHidden } }');
    expect(await steps()).toMatchObject({ isHidden: true });
    expect(await ask('mutation { hideFirstSteps(hidden: false) { isHidden } }')).toEqual({ isHidden: false });
    const limited = { ...scope, installationIds: [] };
    expect(await ask('{ firstSteps { isHidden } }', {}, limited)).toEqual(['You see only some of the sites']);
  });
});
