import type { OrganizationId } from '@atrium/domain/core';
import { fullRights } from '@atrium/domain/people/access';
import {
  addDevice,
  addPassage,
  addZone,
  changeDevice,
  changePlacementStart,
  changeZone,
  createEmptySite,
  removePassage,
  type SiteDeclaration,
} from '@atrium/domain/setup/site-files';
import { aClock } from '@atrium/testkit/time';
import { describe, expect, test } from 'vitest';
import { createInProcessBus } from '../../../platform/bus/open-bus.ts';
import { createLogger } from '../../../platform/telemetry/logger.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile, exportSiteFile } from '../apply-and-export.ts';
import { describeChange } from '../describe-change.ts';
import { editSite, loadEditedSites } from './edit-site.ts';

const stores = useTestStores();
const provisioning = () => ({
  db: stores.relational.db,
  bus: createInProcessBus(createLogger('silent')),
  clock: aClock(Date.parse('2026-03-01T12:00:00Z')),
});

async function anOrganization(name: string): Promise<OrganizationId> {
  const options = { dryRun: false, prune: false, within: null };
  const { organizationId } = await applySiteFile(provisioning(), `organization: { name: ${name} }`, options);
  if (organizationId === null) throw new Error('there is no organization');
  return organizationId;
}

const administrator = (organizationId: OrganizationId): Scope => ({
  ...systemScope(organizationId),
  role: 'admin',
  rights: fullRights,
});

/** A site as made on screen: a hall with two zones, two doors with a counter each, open on weekdays. */
function aHall(): SiteDeclaration {
  const start = {
    ...createEmptySite('hall', 'Hall', 'Europe/Zurich'),
    openingHours: [{ day: 1, hours: ['08:00-19:00'] }],
  };
  const zones = addZone(addZone(start, 'Ground floor', null), 'Shop', 'ground-floor');
  const doors = addPassage(addPassage(zones, 'Front', 'outside', 'ground-floor'), 'Inner', 'ground-floor', 'shop');
  const device = { name: '', kind: 'pad', interval: 60, since: '2026-02-01' } as const;
  const one = addDevice(doors, { ...device, serial: 'PAD-1', at: { passage: 'front' } });
  const two = addDevice(one, { ...device, serial: 'PAD-2', at: { passage: 'inner' } });
  const tariff = {
    ...({ kind: 'electricity', validFrom: '2026-01-01', validTo: null, price: 0.3 } as const),
    ...{ lowPrice: 0.2, lowHours: [{ day: 1, hours: ['22:00-06:00'] }], standingPerDay: null, standingPerMonth: 9.5 },
  };
  const event = { neverEnding: true, dateBegin: null, dateEnd: null, metrics: ['affluenceIn'], limit: 80 };
  return {
    ...changeZone(two, 'shop', { limit: 40, area: 120.5 }),
    currency: 'CHF',
    tariffs: [tariff],
    events: [{ ...event, name: 'Open', removedAt: null }],
  };
}

const firstOf = async (organizationId: OrganizationId) => {
  const [site] = await loadEditedSites(stores.relational.db, organizationId);
  if (site === undefined) throw new Error('there is no site');
  return site;
};

describe('a site that is edited on screen', () => {
  test('is made, read back the same, and its file makes the same site elsewhere (P02)', async () => {
    const organizationId = await anOrganization('Edited');
    const by = administrator(organizationId);
    const dry = await editSite(provisioning(), by, aHall(), { dryRun: true, version: null });
    expect(dry.problems).toEqual([]);
    const made = await editSite(provisioning(), by, aHall(), { dryRun: false, version: null });
    expect(made.changes.map(describeChange)).toEqual(dry.changes.map(describeChange));
    const { declaration, version } = await firstOf(organizationId);
    expect(declaration).toMatchObject({ ...aHall(), creationDate: '2016-01-01' });
    const again = await editSite(provisioning(), by, declaration, { dryRun: false, version });
    expect([again.applied, again.changes]).toEqual([true, []]);
    const file = await exportSiteFile(stores.relational.db, organizationId);
    const elsewhere = file.replace('name: Edited', 'name: Elsewhere').replaceAll('Edited', 'Elsewhere');
    const applied = await applySiteFile(provisioning(), elsewhere, { dryRun: false, prune: true, within: null });
    expect(applied.problems).toEqual([]);
    expect(await exportSiteFile(stores.relational.db, applied.organizationId as OrganizationId)).toBe(elsewhere);
  });

  test('reports problems by field, and refuses to overwrite a newer version', async () => {
    const organizationId = await anOrganization('Refused');
    const by = administrator(organizationId);
    const wrong = { ...changeZone(aHall(), 'shop', { limit: 0 }), currency: 'XYZ!' };
    const refused = await editSite(provisioning(), by, wrong, { dryRun: true, version: null });
    expect(refused.problems.map(({ path }) => path)).toEqual([['currency'], ['zones', '1', 'limit']]);
    await editSite(provisioning(), by, aHall(), { dryRun: false, version: null });
    const seen = await firstOf(organizationId);
    const renamed = { ...seen.declaration, name: 'Hall 2' };
    expect((await editSite(provisioning(), by, renamed, { dryRun: false, version: seen.version })).applied).toBe(true);
    const late = await editSite(provisioning(), by, seen.declaration, { dryRun: false, version: seen.version });
    expect([late.applied, late.isConflict]).toEqual([false, true]);
    const twice = await editSite(provisioning(), by, aHall(), { dryRun: false, version: null });
    expect(twice.isConflict).toBe(true);
    expect((await firstOf(organizationId)).declaration.name).toBe('Hall 2');
  });

  test('tariffs stay where a client does not know them, and are refused where two apply at once', async () => {
    const organizationId = await anOrganization('Priced');
    const by = administrator(organizationId);
    await editSite(provisioning(), by, aHall(), { dryRun: false, version: null });
    const { declaration, version } = await firstOf(organizationId);
    const { tariffs, ...unknown } = { ...declaration, name: 'Renamed' };
    const kept = await editSite(provisioning(), by, unknown as SiteDeclaration, { dryRun: false, version });
    expect([kept.applied, kept.changes.length]).toEqual([true, 1]);
    const seen = await firstOf(organizationId);
    expect(seen.declaration.tariffs).toEqual(aHall().tariffs);
    const twice = { ...seen.declaration, tariffs: [...tariffs, ...tariffs] };
    const refused = await editSite(provisioning(), by, twice, { dryRun: true, version: seen.version });
    expect(refused.problems.map(({ path }) => path)).toEqual([['tariffs']]);
    const removed = { ...seen.declaration, tariffs: [] };
    await editSite(provisioning(), by, removed, { dryRun: false, version: seen.version });
    expect((await firstOf(organizationId)).declaration.tariffs).toEqual([]);
  });

  test('says of what a meter counts, and takes that back', async () => {
    const organizationId = await anOrganization('Metered');
    const by = administrator(organizationId);
    const meter = {
      serial: 'EL-1',
      name: '',
      kind: 'meter',
      interval: 900,
      at: { zone: 'shop' },
      since: null,
    } as const;
    const told = changeDevice(addDevice(aHall(), meter), 'EL-1', {
      origin: 'solar',
      use: 'lighting',
      rollover: 1000,
      sends: 'amount',
    });
    expect((await editSite(provisioning(), by, told, { dryRun: false, version: null })).problems).toEqual([]);
    const made = await firstOf(organizationId);
    const ofMeter = ({ devices }: SiteDeclaration) => devices.find(({ serial }) => serial === 'EL-1');
    expect(ofMeter(made.declaration)).toMatchObject({
      origin: 'solar',
      use: 'lighting',
      rollover: 1000,
      sends: 'amount',
    });

    const water = { metric: 'waterConsumption', origin: null, use: null, temperature: 'cold', rollover: null };
    const changed = changeDevice(made.declaration, 'EL-1', water);
    const options = { dryRun: false, version: made.version };
    expect((await editSite(provisioning(), by, changed, options)).problems).toEqual([]);
    const then = await firstOf(organizationId);
    expect(ofMeter(then.declaration)).toMatchObject(water);

    const unsaid = changeDevice(then.declaration, 'EL-1', { temperature: null });
    await editSite(provisioning(), by, unsaid, { dryRun: false, version: then.version });
    expect(ofMeter((await firstOf(organizationId)).declaration)).toMatchObject({
      temperature: null,
      metric: water.metric,
    });
  });

  test('keeps what a meter sends until another is said', async () => {
    const organizationId = await anOrganization('Amounts');
    const by = administrator(organizationId);
    const meter = {
      serial: 'EL-1',
      name: '',
      kind: 'meter',
      interval: 900,
      at: { zone: 'shop' },
      since: null,
    } as const;
    const sendsOf = async () => (await firstOf(organizationId)).declaration.devices.find(isMeter)?.sends;
    const isMeter = ({ serial }: { readonly serial: string }) => serial === 'EL-1';
    const made = changeDevice(addDevice(aHall(), meter), 'EL-1', { sends: 'amount' });
    expect((await editSite(provisioning(), by, made, { dryRun: false, version: null })).problems).toEqual([]);
    expect(await sendsOf()).toBe('amount');
    for (const [sends, stored] of [
      [null, 'amount'],
      ['register', null],
    ] as const) {
      const { declaration, version } = await firstOf(organizationId);
      const changed = changeDevice(declaration, 'EL-1', { sends });
      expect((await editSite(provisioning(), by, changed, { dryRun: false, version })).problems).toEqual([]);
      expect(await sendsOf()).toBe(stored);
    }
  });

  test('creates new tags of zones, and leaves the existing ones', async () => {
    const organizationId = await anOrganization('Tagged');
    const by = administrator(organizationId);
    const tagged = changeZone(aHall(), 'shop', { tags: ['Kind/Shop', 'Season/Summer/Autumn'] });
    const made = await editSite(provisioning(), by, tagged, { dryRun: false, version: null });
    expect(made.problems).toEqual([]);
    const seen = await firstOf(organizationId);
    expect(seen.declaration.zones[1]?.tags).toEqual(['Kind/Shop', 'Season/Summer/Autumn']);

    const other = changeZone(seen.declaration, 'shop', { tags: ['Kind/Café'] });
    await editSite(provisioning(), by, other, { dryRun: false, version: seen.version });
    const file = await exportSiteFile(stores.relational.db, organizationId);
    expect(file).toMatch(/Café/);
    expect(file).toMatch(/Summer\/Autumn/);
    const { version } = await firstOf(organizationId);
    const bare = changeZone(seen.declaration, 'shop', { tags: ['nothing'] });
    const refused = await editSite(provisioning(), by, bare, { dryRun: true, version });
    expect(refused.problems).toMatchObject([{ path: ['zones', '1', 'tags', '0'] }]);
  });

  test('leaves tags in their tree, and the region of the site', async () => {
    const organizationId = await anOrganization('Regional');
    const by = administrator(organizationId);
    const text = `organization: { name: Regional }
tags: { Region: [{ name: North, tags: [Coast] }] }
installations:
  - { key: pier, name: Pier, timezone: UTC, tags: [Coast], zones: [{ key: hall, tags: [Coast] }] }`;
    const outcome = await applySiteFile(provisioning(), text, {
      dryRun: false,
      prune: false,
      within: organizationId,
      by,
    });
    expect(outcome.problems).toEqual([]);
    const { declaration, version } = await firstOf(organizationId);
    const changed = changeZone(declaration, 'hall', { limit: 5 });
    const edited = await editSite(provisioning(), by, changed, { dryRun: false, version });
    expect(edited.changes.map(({ kind }) => kind)).toEqual(['zone']);
    const file = await exportSiteFile(stores.relational.db, organizationId);
    expect(file).toMatch(/name: North,?\s+tags: \[ Coast \]/);
    expect(file).toMatch(/tags: \[ Region\/Coast \]/);
  });

  test('keeps the past of what is moved and taken away', async () => {
    const organizationId = await anOrganization('Moved');
    const by = administrator(organizationId);
    await editSite(provisioning(), by, aHall(), { dryRun: false, version: null });
    const { declaration, version } = await firstOf(organizationId);
    const moved = changePlacementStart(removePassage(declaration, 'inner', true, '2026-03-01'), 'PAD-1', '2026-01-15');
    const outcome = await editSite(provisioning(), by, moved, { dryRun: false, version });
    expect(outcome.problems).toEqual([]);
    const now = (await firstOf(organizationId)).declaration;
    const [one, two] = now.devices;
    expect(one?.placements).toMatchObject([{ passage: 'front', validFrom: '2026-01-15', validTo: null }]);
    expect(two?.placements).toMatchObject([{ passage: 'inner', validFrom: '2026-02-01', validTo: '2026-03-01' }]);
    expect(now.passages.find(({ key }) => key === 'inner')?.removedAt).toBe('2026-03-01');
  });
});
