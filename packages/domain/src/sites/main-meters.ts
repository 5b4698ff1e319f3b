import type { DeviceId } from '../core/index.ts';
import { type Device, intersectValidity, type Topology, type Validity } from './topology.ts';
import { selfOrDescendants } from './zone-tree.ts';

/** A device whose readings count while it is valid. */
interface CountedDevice {
  readonly deviceId: number;
  readonly validity: Validity;
}

type Meter = Device & { readonly meter: NonNullable<Device['meter']> };

/**
 * Returns the sources without what a main meter among them already counts, so that nothing adds up twice. A main meter
 * counts what meters of its metric in its zone and inside it count, while both are installed, unless their descriptors
 * contradict each other (grid and solar). Two main meters of one zone both count. A virtual meter that adds the main
 * meter is no part of it: `countOnce` decides between these two.
 *
 * `descriptors` are those that the numbers are split or filtered by. A main meter that does not state one of them cannot
 * be split: its meters count then, in its place.
 */
export function dropSubMeters<Counted extends CountedDevice>(
  topology: Topology,
  sources: readonly Counted[],
  descriptors: readonly string[],
): readonly Counted[] {
  const meters = new Map<number, Meter>(
    topology.devices.flatMap((device) => (isMeter(device) ? [[device.id as number, device]] : [])),
  );
  const mains = sources.flatMap(({ deviceId, validity }) => {
    const meter = meters.get(deviceId);
    return meter?.meter.main ? [{ meter, validity }] : [];
  });
  if (mains.length === 0) return sources;
  const dropped = new Map<number, Validity[]>();
  const drop = (deviceId: DeviceId, periods: readonly Validity[]) =>
    dropped.set(deviceId, [...(dropped.get(deviceId) ?? []), ...periods]);
  for (const { meter: main, validity } of mains) {
    const isSplit = descriptors.every((key) => main.meter.descriptors[key] !== undefined);
    for (const source of sources) {
      const sub = meters.get(source.deviceId);
      if (sub === undefined || sub.id === main.id || doesAdd(sub, main)) continue;
      const both = intersectValidity(validity, source.validity);
      if (both === null) continue;
      const periods = findCoveredPeriods(topology, main, sub).flatMap(
        (period) => intersectValidity(period, both) ?? [],
      );
      drop(isSplit ? sub.id : main.id, periods);
    }
  }
  return sources.flatMap((source) =>
    (dropped.get(source.deviceId) ?? [])
      .reduce<readonly Validity[]>((kept, cut) => kept.flatMap((period) => subtract(period, cut)), [source.validity])
      .map((validity) => ({ ...source, validity })),
  );
}

const doesAdd = ({ members = [] }: Meter, { id }: Meter): boolean =>
  members.some(({ deviceId, factor }) => deviceId === id && factor > 0);

const isMeter = (device: Device): device is Meter => device.meter !== null;

/** Returns the periods in which the main meter counts what the other meter counts. */
function findCoveredPeriods({ zones }: Topology, main: Meter, sub: Meter): readonly Validity[] {
  if (sub.meter.metric !== main.meter.metric) return [];
  const isContrary = ([key, value]: [string, string]) => (sub.meter.descriptors[key] ?? value) !== value;
  if (Object.entries(main.meter.descriptors).some(isContrary)) return [];
  return main.placements.flatMap((placement) => {
    if (!('zoneId' in placement.at)) return [];
    const { zoneId } = placement.at;
    const area = selfOrDescendants(zones, [zoneId]);
    return sub.placements.flatMap((one) => {
      if (!('zoneId' in one.at) || !area.has(one.at.zoneId)) return [];
      if (sub.meter.main && one.at.zoneId === zoneId) return [];
      return intersectValidity(placement, one) ?? [];
    });
  });
}

/** Returns what is left of a period before and after another. */
function subtract(period: Validity, cut: Validity): readonly Validity[] {
  if (intersectValidity(period, cut) === null) return [period];
  const before = cut.validFrom !== null && intersectValidity(period, { validFrom: null, validTo: cut.validFrom });
  const after = cut.validTo !== null && intersectValidity(period, { validFrom: cut.validTo, validTo: null });
  return [before, after].flatMap((part) => part || []);
}
