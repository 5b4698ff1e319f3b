import type { Instant } from '@atrium/domain/core';
import type { DeviceUse } from '@atrium/domain/setup/devices';
import type { Device, DeviceKind } from '@atrium/domain/sites';
import type { Site, SiteSnapshot } from '../../sites/index.ts';
import type { Sender } from './packets/senders.store.ts';

/** A place where a device may be installed: a passage for counters, a zone for air sensors and meters. */
export interface Place {
  readonly passageId: number | null;
  readonly zoneId: number | null;
  readonly name: string;
  readonly site: Site;
  readonly key: string;
  /** Devices of the same use installed there now. */
  readonly occupants: readonly Device[];
  /** When the last device of the same use was removed there. Null: never, or one is installed. */
  readonly freeSince: Instant | null;
}

export const kindByUse: Readonly<Record<DeviceUse, DeviceKind>> = { counter: 'pad', air: 'atmosphere', meter: 'meter' };

const usesOf: Readonly<Record<DeviceKind, DeviceUse>> = {
  pad: 'counter',
  camera: 'counter',
  atmosphere: 'air',
  meter: 'meter',
};

/** Returns every place of the snapshot's sites for a device of that use, most likely first. */
export function findPlaces(snapshot: SiteSnapshot, use: DeviceUse, sender: Sender): readonly Place[] {
  const sites = [...snapshot.sites.values()].filter(
    ({ id }) => sender.installationId === null || sender.installationId === id,
  );
  const places = sites.flatMap((site) => placesOf(site, use, sender.serial));
  const called = normal(sender.name ?? '');
  // The same name ranks highest, then a free place, then one that had a device before.
  const rank = ({ name, occupants, freeSince }: Place) =>
    (called !== '' && normal(name) === called ? 0 : 4) +
    (occupants.length === 0 ? 0 : 2) +
    (freeSince === null ? 1 : 0);
  return places
    .map((place, index) => ({ place, index, rank: rank(place) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ place }) => place);
}

const normal = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether the place and the device have the same name. */
export const hasSameName = (place: Place, sender: Sender): boolean =>
  sender.name !== null && normal(sender.name) !== '' && normal(place.name) === normal(sender.name);

function placesOf(site: Site, use: DeviceUse, serial: string): readonly Place[] {
  const { zones, passages, devices } = site.topology;
  const likes = devices.filter((device) => usesOf[device.kind] === use && device.serial !== serial);
  const about = (isHere: (at: Device['placements'][number]['at']) => boolean) => {
    const here = likes.flatMap((device) =>
      device.placements.filter(({ at }) => isHere(at)).map((placement) => ({ device, placement })),
    );
    const occupants = here.filter(({ placement }) => placement.validTo === null).map(({ device }) => device);
    const ends = here.flatMap(({ placement }) => placement.validTo ?? []);
    return { occupants, freeSince: occupants.length > 0 || ends.length === 0 ? null : Math.max(...ends) };
  };
  if (use === 'counter')
    return passages
      .filter(({ removedAt }) => removedAt === undefined)
      .map(({ id, name, key }) => ({
        ...{ passageId: id, zoneId: null, name, key, site },
        ...about((at) => 'passageId' in at && at.passageId === id),
      }));
  return zones
    .filter(({ removedAt }) => removedAt === undefined)
    .map(({ id, name, key }) => ({
      ...{ passageId: null, zoneId: id, name, key, site },
      ...about((at) => 'zoneId' in at && at.zoneId === id),
    }));
}

/** Describes where a device is installed now, such as `Street door, Boutique Rhône`. Null: nowhere. */
export function describePlacement(snapshot: SiteSnapshot, serial: string): string | null {
  const found = snapshot.devicesBySerial.get(serial);
  if (found === undefined || found.device.removedAt !== null) return null;
  const last = found.device.placements.at(-1);
  const at = last?.validTo === null ? last.at : undefined;
  const site = snapshot.sites.get(found.installationId);
  if (at === undefined || site === undefined) return null;
  const { passages, zones, name } = site.topology;
  const place =
    'passageId' in at ? passages.find(({ id }) => id === at.passageId) : zones.find(({ id }) => id === at.zoneId);
  return place === undefined ? null : `${place.name}, ${name}`;
}

/** Returns when a device was removed or replaced. Null: it is installed, or never was. */
export function findRemovedAt(snapshot: SiteSnapshot, serial: string): Instant | null {
  const device = snapshot.devicesBySerial.get(serial)?.device;
  return device?.removedAt ?? device?.placements.at(-1)?.validTo ?? null;
}

/** Returns the time zone of the device's site, or else the most common one of all sites. */
export function findTimezone(snapshot: SiteSnapshot, sender: Sender): string {
  const own = snapshot.devicesBySerial.get(sender.serial)?.installationId ?? sender.installationId;
  const site = own === null ? undefined : snapshot.sites.get(own);
  if (site !== undefined) return site.topology.timezone;
  const counts = Map.groupBy(snapshot.sites.values(), ({ topology }) => topology.timezone);
  return [...counts].sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? 'UTC';
}
