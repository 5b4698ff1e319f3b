import type { DeviceId, Instant } from '../core/index.ts';
import { type Device, intersectValidity, isValidAt, type Member, type Topology, type Validity } from './topology.ts';

/** At most this many devices make up one at a time. */
export const maxMembers = 32;

/** Whether a device is made of others, and sends no readings itself. */
export const isVirtual = ({ members }: Pick<Device, 'members'>): boolean => members !== undefined && members.length > 0;

/** Returns what a virtual device is made of at an instant. */
export const listMembersAt = ({ members = [] }: Pick<Device, 'members'>, at: Instant): readonly Member[] =>
  members.filter((member) => isValidAt(member, at));

/** A period in which a virtual device has the same members. */
export interface MemberPeriod extends Validity {
  readonly members: readonly Member[];
}

/** Returns the periods of a virtual device's members, oldest first. Time without members belongs to none. */
export function listMemberPeriods({ members = [] }: Pick<Device, 'members'>): readonly MemberPeriod[] {
  const bounds = members.flatMap(({ validFrom, validTo }) => [validFrom, validTo]).filter((at) => at !== null);
  const cuts = [...new Set(bounds)].sort((left, right) => left - right);
  return [null, ...cuts].flatMap((validFrom, index): MemberPeriod[] => {
    const period = { validFrom, validTo: cuts[index] ?? null };
    const those = members.filter((member) => intersectValidity(member, period) !== null);
    return those.length === 0 ? [] : [{ ...period, members: those }];
  });
}

/** Returns the devices whose readings a device's numbers are made of: its members of any time, or itself. */
export function listReadDevices({ devices }: Topology, ids: Iterable<number>): DeviceId[] {
  const asked = new Set(ids);
  const found = devices.flatMap((device): DeviceId[] => {
    if (!asked.has(device.id)) return [];
    return isVirtual(device) ? (device.members ?? []).map(({ deviceId }) => deviceId) : [device.id];
  });
  return [...new Set(found)];
}

/** A device that counts for a place during a period. */
interface CountedDevice {
  readonly deviceId: number;
  readonly validity: Validity;
}

/**
 * Leaves out what virtual devices would count twice in one place, moment by moment. If each device that a virtual one
 * adds counts there itself, these count, and the virtual device and what it subtracts are parts of them. Otherwise the
 * virtual device counts, and the devices it adds do not count themselves.
 *
 * `descriptors` are those that the numbers are split or filtered by. If a device that is added does not state one of
 * them, but one of its parts states all, the parts count in its place.
 */
export function countOnce<One extends CountedDevice>(
  devices: readonly Device[],
  counted: readonly One[],
  descriptors: readonly string[] = [],
): One[] {
  const virtual = new Map<number, Device>(devices.filter(isVirtual).map((device) => [device.id, device]));
  const used = new Set(counted.map(({ deviceId }) => deviceId));
  const relevant = [...virtual.values()].filter(
    ({ id, members = [] }) => used.has(id) && members.some(({ deviceId }) => used.has(deviceId)),
  );
  if (relevant.length === 0) return [...counted];
  const validities = [...counted.map(({ validity }) => validity), ...relevant.flatMap(({ members = [] }) => members)];
  const bounds = validities.flatMap(({ validFrom, validTo }) => [validFrom, validTo]).filter((at) => at !== null);
  const cuts = [...new Set(bounds)].sort((left, right) => left - right);
  const pieces = [null, ...cuts].map((validFrom, index) => ({ validFrom, validTo: cuts[index] ?? null }));
  const stating = new Set<number>(
    devices
      .filter(({ meter }) => descriptors.every((key) => meter?.descriptors[key] !== undefined))
      .map(({ id }) => id),
  );
  const leftOut = pieces.map((piece) => findCountedTwice(relevant, counted, piece, stating));
  return counted.flatMap((one) => {
    const kept: One[] = [];
    for (const [index, piece] of pieces.entries()) {
      const validity = leftOut[index]?.has(one.deviceId) === true ? null : intersectValidity(one.validity, piece);
      const last = kept.at(-1);
      if (validity === null) continue;
      if (last !== undefined && last.validity.validTo === validity.validFrom)
        kept[kept.length - 1] = { ...last, validity: { ...last.validity, validTo: validity.validTo } };
      else kept.push({ ...one, validity });
    }
    return kept;
  });
}

/** Returns the devices that do not count in a piece of time in which nothing changes. `stating` can be split as asked. */
function findCountedTwice(
  virtual: readonly Device[],
  counted: readonly CountedDevice[],
  piece: Validity,
  stating: ReadonlySet<number>,
): Set<number> {
  const there = new Set(
    counted.flatMap(({ deviceId, validity }) => (intersectValidity(validity, piece) === null ? [] : [deviceId])),
  );
  const leftOut = new Set<number>();
  for (const { id, members = [] } of virtual) {
    if (!there.has(id)) continue;
    const now = members.filter((member) => intersectValidity(member, piece) !== null);
    const added = now.filter(({ factor }) => factor > 0);
    const parts = [id, ...now.filter(({ factor }) => factor < 0).map(({ deviceId }) => deviceId)];
    const isWhole = added.length > 0 && added.every(({ deviceId, factor }) => factor === 1 && there.has(deviceId));
    const givesWay =
      added.some(({ deviceId }) => !stating.has(deviceId)) &&
      parts.some((part) => there.has(part) && stating.has(part));
    for (const part of isWhole && !givesWay ? parts : added.map(({ deviceId }) => deviceId)) leftOut.add(part);
  }
  return leftOut;
}
