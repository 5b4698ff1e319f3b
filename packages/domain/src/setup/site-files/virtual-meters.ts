import { addDevice, findOpenPeriod, isInService, isInside } from './edit-places.ts';
import { type DeclaredDevice, deriveKey, type SiteDeclaration } from './site-declaration.ts';

/** Returns the meters that a virtual one of the same metric can add, without virtual ones. */
export const listAddable = (
  { devices }: SiteDeclaration,
  { serial, metric }: DeclaredDevice,
): readonly DeclaredDevice[] =>
  devices.filter(
    (one) => one.serial !== serial && one.metric === metric && one.kind === 'meter' && one.members.length === 0,
  );

/**
 * Returns the sub-meters of a main meter: those of the same metric that are installed in zones inside its own. None if a
 * virtual meter already adds the main meter.
 */
export function listSubMeters(site: SiteDeclaration, main: DeclaredDevice): readonly DeclaredDevice[] {
  const zone = findOpenPeriod(main.placements)?.zone ?? null;
  const isAdded = site.devices.some(
    (one) => isInService(one) && one.members.some(({ serial, factor }) => serial === main.serial && factor > 0),
  );
  if (zone === null || isAdded || main.kind !== 'meter' || main.members.length > 0) return [];
  return listAddable(site, main).filter((one) => {
    const place = findOpenPeriod(one.placements);
    const own = place?.installation == null ? (place?.zone ?? null) : null;
    return isInService(one) && own !== null && own !== zone && isInside(site.zones, own, zone);
  });
}

/** Adds a virtual meter: what a main meter counts and its sub-meters do not. Each member counts since it is installed. */
export function addRest(site: SiteDeclaration, main: DeclaredDevice, name: string): SiteDeclaration {
  const place = findOpenPeriod(main.placements);
  const subs = listSubMeters(site, main);
  if (place?.zone == null || subs.length === 0) return site;
  const since = (one: DeclaredDevice) => findOpenPeriod(one.placements)?.validFrom ?? null;
  const serials = site.devices.map(({ serial }) => serial);
  return addDevice(site, {
    serial: deriveKey(name, serials, 'rest'),
    name,
    kind: 'meter',
    metric: main.metric,
    interval: Math.max(main.interval, ...subs.map(({ interval }) => interval)),
    members: [
      { serial: main.serial, factor: 1, validFrom: since(main), validTo: null },
      ...subs.map((one) => ({ serial: one.serial, factor: -1, validFrom: since(one), validTo: null })),
    ],
    at: { zone: place.zone },
    since: since(main),
  });
}
