import { expect, test } from 'vitest';
import { addDevice, addZone, changeDevice, type NewDevice } from './edit-places.ts';
import { createEmptySite, type DeclaredDevice, type SiteDeclaration } from './site-declaration.ts';
import { addRest, listAddable, listSubMeters } from './virtual-meters.ts';

const meter = (serial: string, zone: string, more: Partial<NewDevice> = {}): NewDevice => ({
  serial,
  name: serial,
  kind: 'meter',
  interval: 300,
  at: { zone },
  since: null,
  ...more,
});
const zones = addZone(addZone(createEmptySite('hall', 'Hall', 'UTC'), 'Hall', null), 'Shop', 'hall');
const site = [
  meter('main', 'hall'),
  meter('other', 'hall'),
  meter('shop', 'shop', { since: '2026-02-01', interval: 900 }),
  meter('water', 'shop', { metric: 'waterConsumption' }),
  meter('air', 'shop', { kind: 'atmosphere' }),
].reduce(addDevice, zones);
const find = (among: SiteDeclaration, serial: string) =>
  among.devices.find((device) => device.serial === serial) as DeclaredDevice;
const serials = (devices: readonly DeclaredDevice[]) => devices.map(({ serial }) => serial);

test('sub-meters of a main meter count the same in zones inside its own', () => {
  expect(serials(listSubMeters(site, find(site, 'main')))).toEqual(['shop']);
  expect(listSubMeters(site, find(site, 'shop'))).toEqual([]);
  expect(listSubMeters(changeDevice(site, 'shop', { removedAt: '2026-03-01' }), find(site, 'main'))).toEqual([]);
});

test('the rest is the main meter less its sub-meters, since they are there', () => {
  const after = addRest(site, find(site, 'main'), 'Rest of main');
  expect(find(after, 'rest-of-main')).toMatchObject({
    kind: 'meter',
    metric: 'electricityConsumption',
    interval: 900,
    members: [
      { serial: 'main', factor: 1, validFrom: null },
      { serial: 'shop', factor: -1, validFrom: '2026-02-01' },
    ],
    placements: [{ zone: 'hall', validFrom: null }],
  });
  // It is offered once, and a virtual meter is no member.
  expect(listSubMeters(after, find(after, 'main'))).toEqual([]);
  expect(serials(listAddable(after, find(after, 'other')))).toEqual(['main', 'shop']);
  expect(addRest(site, find(site, 'shop'), 'Nothing')).toBe(site);
});
