import type { Instant } from '@atrium/domain/core';
import type { DeviceUse } from '@atrium/domain/devices';
import type { Device, DeviceKind } from '@atrium/domain/sites';
import type { Site, SiteSnapshot } from '../sites/index.ts';
import type { Sender } from './kept/senders.store.ts';

/** Somewhere a device may hang: counters at passages, air sensors and meters in zones. */
export interface Place {
  readonly passageId: number | null;
  readonly zoneId: number | null;
  readonly name: string;
  readonly site: Site;
  readonly key: string;
  /** What of the same use hangs there now. */
  readonly occupants: readonly Device[];
  /** When the last one of the same use was taken down there; null: never, or one hangs there. */
  readonly freeSince: Instant | null;
}

export const kindOf: Readonly<Record<DeviceUse, DeviceKind>> = { counter: 'pad', air: 'atmosphere', meter: 'meter' };

const usesOf: Readonly<Record<DeviceKind, DeviceUse>> = {
  pad: 'counter',
  camera: 'counter',
  atmosphere: 'air',
  meter: 'meter',
};

/** Every place of the snapshot's sites where a device of that use may hang, the likeliest first. */
export function placesFor(snapshot: SiteSnapshot, use: DeviceUse, sender: Sender): readonly Place[] {
  const sites = [...snapshot.sites.values()].filter(
    ({ id }) => sender.installationId === null || sender.installationId === id,
  );
  const places = sites.flatMap((site) => placesOf(site, use, sender.serial));
  const called = normal(sender.name ?? '');
  // A name says most, then that nothing hangs there, then that something did.
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

/** Whether the place is called as the device calls itself. */
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

/** Where a device hangs now, in words: `Street door, Boutique Rhône`; null: nowhere. */
export function hangsAt(snapshot: SiteSnapshot, serial: string): string | null {
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

/** When a device that hung somewhere was taken down, or another took its place; null: it hangs, or never did. */
export function takenDownAt(snapshot: SiteSnapshot, serial: string): Instant | null {
  const device = snapshot.devicesBySerial.get(serial)?.device;
  return device?.removedAt ?? device?.placements.at(-1)?.validTo ?? null;
}

/** The time zone that a device's times are told in. */
export function timezoneOf(snapshot: SiteSnapshot, sender: Sender): string {
  const own = snapshot.devicesBySerial.get(sender.serial)?.installationId ?? sender.installationId;
  const site = own === null ? undefined : snapshot.sites.get(own);
  if (site !== undefined) return site.topology.timezone;
  const counts = Map.groupBy(snapshot.sites.values(), ({ topology }) => topology.timezone);
  return [...counts].sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? 'UTC';
}
