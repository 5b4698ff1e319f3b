import { aDevice, aSite, atZone, aZone } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import type { Device, Member, Validity } from './topology.ts';
import { countOnce, listMemberPeriods, listMembersAt, listReadDevices } from './virtual-devices.ts';

const always: Validity = { validFrom: null, validTo: null };
const member = (id: number, factor = 1, validity = always): Member => ({
  deviceId: id as never,
  factor,
  ...validity,
});
const virtual = (id: number, ...members: readonly Member[]): Device => aDevice(id, [], { members });
const real = (id: number): Device => aDevice(id, []);
const counted = (...ids: readonly number[]) => ids.map((deviceId) => ({ deviceId, validity: always }));

/** The devices that count, each with its time where it does not always count. */
const shown = (devices: readonly Device[], list: ReturnType<typeof counted>) =>
  countOnce(devices, list).map(({ deviceId, validity: { validFrom, validTo } }) =>
    validFrom === null && validTo === null ? `${deviceId}` : `${deviceId} ${validFrom ?? ''}–${validTo ?? ''}`,
  );

const [main, sub, other] = [real(1), real(2), real(3)];
const sum = virtual(9, member(1), member(2));
const rest = virtual(9, member(1), member(2, -1), member(3, -1));

test.each([
  ['devices without virtual ones', sum, [1, 2], ['1', '2']],
  ['a sum whose members are elsewhere', sum, [9, 3], ['9', '3']],
  ['a sum beside one of its members', sum, [1, 9], ['9']],
  ['a sum beside all of its members', sum, [1, 2, 9], ['1', '2']],
  ['the rest beside what it subtracts', rest, [2, 3, 9], ['2', '3', '9']],
  ['the rest beside the main meter', rest, [1, 9], ['1']],
  ['the rest beside everything', rest, [1, 2, 3, 9], ['1']],
  ['a multiple beside its member', virtual(9, member(1, 0.5)), [1, 9], ['9']],
  ['only subtracted members', virtual(9, member(1, -1)), [1, 9], ['1', '9']],
])('what counts of %s', (_, made, there, expected) => {
  expect(shown([main, sub, other, made], counted(...there))).toEqual(expected);
});

test('what is added gives way where only its parts can be split', () => {
  const told = (device: Device, use?: string): Device => ({
    ...device,
    meter: {
      metric: 'electricityConsumption',
      descriptors: use === undefined ? {} : { electricityUse: use },
      rollover: null,
    },
  });
  const split = (...devices: readonly Device[]) =>
    countOnce(devices, counted(...devices.map(({ id }) => id as number)), ['electricityUse']).map(
      ({ deviceId }) => deviceId as number,
    );
  expect(split(told(main), told(sub, 'lighting'), told(other), told(rest))).toEqual([2, 3, 9]);
  expect(split(told(main), told(sub), told(other), told(rest, 'other'))).toEqual([2, 3, 9]);
  expect(split(told(main, 'tenants'), told(sub, 'lighting'), told(other), told(rest))).toEqual([1]);
  expect(split(told(main), told(sub), told(other), told(rest))).toEqual([1]);
  expect(split(told(main, 'lighting'), told(sub), told(sum))).toEqual([1, 2]);
});

test('a member counts itself while it is no member', () => {
  const until = virtual(9, member(1, 1, { validFrom: null, validTo: 500 }), member(2));
  expect(shown([main, sub, until], counted(1, 9))).toEqual(['1 500–', '9']);
  // The second member alone remains, which is elsewhere.
  expect(
    shown([main, sub, until], [{ deviceId: 1, validity: { validFrom: 100, validTo: 700 } }, ...counted(9)]),
  ).toEqual(['1 500–700', '9']);
});

test('periods have the same members throughout', () => {
  const device = virtual(
    9,
    member(1),
    member(2, -1, { validFrom: null, validTo: 100 }),
    member(3, -1, { validFrom: 200, validTo: 300 }),
  );
  const periods = listMemberPeriods(device).map(({ validFrom, validTo, members }) => [
    validFrom,
    validTo,
    members.map(({ deviceId }) => deviceId),
  ]);
  expect(periods).toEqual([
    [null, 100, [1, 2]],
    [100, 200, [1]],
    [200, 300, [1, 3]],
    [300, null, [1]],
  ]);
  expect(listMembersAt(device, 100).map(({ deviceId }) => deviceId)).toEqual([1]);
  expect(listMemberPeriods(virtual(9, member(1, 1, { validFrom: 5, validTo: 7 })))).toHaveLength(1);
  expect(listMemberPeriods(real(1))).toEqual([]);
});

test('the devices that are read are the members, or the device itself', () => {
  const site = aSite(1, { zones: [aZone(1)], devices: [aDevice(1, [atZone(1)]), real(2), sum] });
  expect(listReadDevices(site, [9, 2])).toEqual([2, 1]);
  expect(listReadDevices(site, [1])).toEqual([1]);
});
