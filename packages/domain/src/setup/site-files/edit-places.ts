import type {
  DeclaredDevice,
  DeclaredPassage,
  DeclaredPeriod,
  DeclaredPlacement,
  DeclaredZone,
  SiteDeclaration,
} from './site-declaration.ts';
import { deriveKey } from './site-declaration.ts';

/** Whether a part is in service, rather than only stored for its history. */
export const isInService = ({ removedAt }: { readonly removedAt: string | null }): boolean => removedAt === null;

/** Returns the last period without an end. Null: none. */
export const findOpenPeriod = <Period extends DeclaredPeriod>(periods: readonly Period[]): Period | null =>
  periods.findLast(({ validTo }) => validTo === null) ?? null;

const replace = <Value>(list: readonly Value[], isIt: (value: Value) => boolean, next: Value): readonly Value[] =>
  list.map((value) => (isIt(value) ? next : value));

/** Returns the zones in tree order with their depth. A zone with several parents is below the first. */
export function flattenTree(
  zones: readonly DeclaredZone[],
): readonly { readonly zone: DeclaredZone; readonly depth: number }[] {
  const shown = zones.filter(isInService);
  const keys = new Set(shown.map(({ key }) => key));
  const parentOf = ({ parents }: DeclaredZone) => parents.find((parent) => keys.has(parent)) ?? null;
  const seen = new Set<string>();
  const below = (parent: string | null, depth: number): { zone: DeclaredZone; depth: number }[] =>
    shown
      .filter((zone) => parentOf(zone) === parent && !seen.has(zone.key))
      .flatMap((zone) => {
        seen.add(zone.key);
        return [{ zone, depth }, ...below(zone.key, depth + 1)];
      });
  return below(null, 0);
}

/** Whether a zone is another one, or inside it at any depth. */
export function isInside(zones: readonly DeclaredZone[], key: string, container: string): boolean {
  const byKey = new Map(zones.map((zone) => [zone.key, zone]));
  const seen = new Set<string>();
  const reaches = (at: string): boolean => {
    if (at === container) return true;
    if (seen.has(at)) return false;
    seen.add(at);
    return byKey.get(at)?.parents.some(reaches) ?? false;
  };
  return reaches(key);
}

/** Adds a zone inside another one. Null is the top. */
export function addZone(site: SiteDeclaration, name: string, parent: string | null): SiteDeclaration {
  const key = deriveKey(
    name,
    site.zones.map((zone) => zone.key),
    'zone',
  );
  const zone: DeclaredZone = {
    key,
    name,
    area: null,
    limit: null,
    queueLength: null,
    disabled: false,
    tags: [],
    parents: parent === null ? [] : [parent],
    removedAt: null,
  };
  return { ...site, zones: [...site.zones, zone] };
}

export function changeZone(site: SiteDeclaration, key: string, change: Partial<DeclaredZone>): SiteDeclaration {
  const zones = site.zones.map((zone) => (zone.key === key ? { ...zone, ...change } : zone));
  return { ...site, zones };
}

/**
 * Moves a zone from its first parent to another one; null is the top. Its other parents stay. Returns the same site if
 * the zone would be inside itself.
 */
export function moveZone(site: SiteDeclaration, key: string, parent: string | null): SiteDeclaration {
  if (parent !== null && isInside(site.zones, parent, key)) return site;
  const others = site.zones.find((zone) => zone.key === key)?.parents.slice(1) ?? [];
  return changeZone(site, key, {
    parents: parent === null ? others : [parent, ...others.filter((other) => other !== parent)],
  });
}

/** Moves a zone up or down among its siblings. */
export function shiftZone(site: SiteDeclaration, key: string, by: 1 | -1): SiteDeclaration {
  const at = site.zones.findIndex((zone) => zone.key === key);
  const zone = site.zones[at];
  if (zone === undefined) return site;
  const isSibling = (other: DeclaredZone) => isInService(other) && other.parents[0] === zone.parents[0];
  const other =
    by === 1
      ? site.zones.findIndex((one, index) => index > at && isSibling(one))
      : site.zones.findLastIndex((one, index) => index < at && isSibling(one));
  const sibling = site.zones[other];
  if (sibling === undefined) return site;
  const zones = [...site.zones];
  zones[at] = sibling;
  zones[other] = zone;
  return { ...site, zones };
}

/** Returns the names of zones, passages and devices that depend on a zone now and prevent its removal. */
export function listDependents(site: SiteDeclaration, key: string): readonly string[] {
  return [
    ...site.zones.filter((zone) => isInService(zone) && zone.parents.includes(key)).map(({ name }) => name),
    ...site.passages
      .filter((passage) => isInService(passage) && (passage.footfallOf === key || leadsTo(passage, key)))
      .map(({ name }) => name),
    ...site.devices
      .filter((device) => isInService(device) && findOpenPeriod(device.placements)?.zone === key)
      .map(({ name }) => name),
  ];
}

function leadsTo({ ends }: DeclaredPassage, zone: string): boolean {
  const now = findOpenPeriod(ends);
  return now !== null && (now.from === zone || now.to === zone);
}

/**
 * Deletes a zone that was never stored. Marks a stored one as removed from `today` (a local date), since its past
 * stays. Callers must first confirm the removal of a zone with dependents (`listDependents`).
 */
export function removeZone(site: SiteDeclaration, key: string, wasStored: boolean, today: string): SiteDeclaration {
  if (wasStored) return changeZone(site, key, { removedAt: today });
  return { ...site, zones: site.zones.filter((zone) => zone.key !== key) };
}

export function addPassage(site: SiteDeclaration, name: string, from: string, to: string): SiteDeclaration {
  const key = deriveKey(
    name,
    site.passages.map((passage) => passage.key),
    'door',
  );
  const ends = [{ from, to, validFrom: null, validTo: null }];
  return { ...site, passages: [...site.passages, { key, name, footfallOf: null, ends, removedAt: null }] };
}

export function changePassage(site: SiteDeclaration, key: string, change: Partial<DeclaredPassage>): SiteDeclaration {
  const passages = site.passages.map((passage) => (passage.key === key ? { ...passage, ...change } : passage));
  return { ...site, passages };
}

/** Sets the zones that a passage joins now, keeping the start of its current period. Its past stays. */
export function setCurrentEnds(site: SiteDeclaration, key: string, from: string, to: string): SiteDeclaration {
  const passage = site.passages.find((one) => one.key === key);
  if (passage === undefined) return site;
  const now = findOpenPeriod(passage.ends);
  const next = { from, to, validFrom: now?.validFrom ?? null, validTo: null };
  const ends = now === null ? [...passage.ends, next] : replace(passage.ends, (one) => one === now, next);
  return changePassage(site, key, { ends });
}

/** Removes a passage. Devices installed there lose that placement from now on, and keep their past. */
export function removePassage(site: SiteDeclaration, key: string, wasStored: boolean, today: string): SiteDeclaration {
  const isInstalledThere = (placement: DeclaredPlacement) =>
    placement.installation === null && placement.passage === key && placement.validTo === null;
  const devices = site.devices.map((device) =>
    device.placements.some(isInstalledThere)
      ? { ...device, placements: endAt(device.placements, isInstalledThere, wasStored ? today : null) }
      : device,
  );
  if (!wasStored) return { ...site, devices, passages: site.passages.filter((passage) => passage.key !== key) };
  const passage = site.passages.find((one) => one.key === key);
  const ends = endAt(passage?.ends ?? [], ({ validTo }) => validTo === null, today);
  return changePassage({ ...site, devices }, key, { ends, removedAt: today });
}

/** Ends periods at a date. Drops those that would end before they begin, and all without a date. */
function endAt<Period extends DeclaredPeriod>(
  periods: readonly Period[],
  isIt: (period: Period) => boolean,
  date: string | null,
): readonly Period[] {
  return periods.flatMap((period) => {
    if (!isIt(period)) return [period];
    if (date === null || (period.validFrom !== null && period.validFrom.slice(0, 10) >= date)) return [];
    return [{ ...period, validTo: date }];
  });
}

export type Place = { readonly passage: string } | { readonly zone: string };

const placed = (at: Place, validFrom: string | null): DeclaredPlacement => ({
  installation: null,
  passage: 'passage' in at ? at.passage : null,
  zone: 'zone' in at ? at.zone : null,
  validFrom,
  validTo: null,
});

export interface NewDevice {
  readonly serial: string;
  readonly name: string;
  readonly kind: DeclaredDevice['kind'];
  /** Metric of a meter. Defaults to electricity. */
  readonly metric?: string | null;
  /** Seconds. */
  readonly interval: number;
  /** What a virtual device is made of. Defaults to none. */
  readonly members?: DeclaredDevice['members'];
  readonly at: Place | null;
  /** Local date since which it is installed there. Null: as long as the site exists. */
  readonly since: string | null;
}

export function addDevice(
  site: SiteDeclaration,
  { serial, name, kind, metric = null, interval, members = [], at, since }: NewDevice,
): SiteDeclaration {
  const device: DeclaredDevice = {
    serial,
    name: name === '' ? serial : name,
    kind,
    interval,
    reportsZero: true,
    metric: kind === 'meter' ? (metric ?? 'electricityConsumption') : null,
    origin: null,
    destination: null,
    use: null,
    type: null,
    temperature: null,
    rollover: null,
    sends: null,
    members,
    main: null,
    installedAt: since,
    removedAt: null,
    placements: at === null ? [] : [placed(at, since)],
  };
  return { ...site, devices: [...site.devices, device] };
}

export function changeDevice(site: SiteDeclaration, serial: string, change: Partial<DeclaredDevice>): SiteDeclaration {
  const devices = site.devices.map((device) => (device.serial === serial ? { ...device, ...change } : device));
  return { ...site, devices };
}

/**
 * Places a device since a local date; null means always. The previous placement ends then; later ones are dropped. A
 * date before the device's installation moves the installation too.
 */
export function placeSince(site: SiteDeclaration, serial: string, at: Place, since: string | null): SiteDeclaration {
  const device = site.devices.find((one) => one.serial === serial);
  if (device === undefined) return site;
  const begins = ({ validFrom }: DeclaredPeriod) => validFrom?.slice(0, 10) ?? '';
  const before = device.placements
    .filter((one) => since !== null && begins(one) < since)
    .map((one) =>
      one.validTo === null || one.validTo.slice(0, 10) > (since ?? '') ? { ...one, validTo: since } : one,
    );
  const { installedAt } = device;
  const isEarlier = since === null || (installedAt !== null && since < installedAt.slice(0, 10));
  return changeDevice(site, serial, {
    placements: [...before, placed(at, since)],
    ...(isEarlier && since !== null && { installedAt: since }),
  });
}

/** Changes the start of the current placement, like `placeSince` at the same place. */
export function changePlacementStart(site: SiteDeclaration, serial: string, since: string | null): SiteDeclaration {
  const device = site.devices.find((one) => one.serial === serial);
  const now = findOpenPeriod(device?.placements ?? []);
  if (device === undefined || now === null) return site;
  const others = { ...site, devices: replace(site.devices, (one) => one === device, without(device, now)) };
  const at = now.passage === null ? { zone: now.zone ?? '' } : { passage: now.passage };
  return placeSince(others, serial, at, since);
}

const without = (device: DeclaredDevice, placement: DeclaredPlacement): DeclaredDevice => ({
  ...device,
  placements: device.placements.filter((one) => one !== placement),
});

/** Takes a stored device out of service from `today` on. Deletes a device that was never stored. */
export function removeDevice(
  site: SiteDeclaration,
  serial: string,
  wasStored: boolean,
  today: string,
): SiteDeclaration {
  if (!wasStored) return { ...site, devices: site.devices.filter((device) => device.serial !== serial) };
  const device = site.devices.find((one) => one.serial === serial);
  const placements = endAt(device?.placements ?? [], ({ validTo }) => validTo === null, today);
  return changeDevice(site, serial, { placements, removedAt: today });
}
