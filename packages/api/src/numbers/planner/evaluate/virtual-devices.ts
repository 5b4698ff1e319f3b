import type { Instant } from '@atrium/domain/core';
import { type Device, isVirtual, listMembersAt, type Topology } from '@atrium/domain/sites';
import { getDescriptorNames } from '../read/counts.ts';
import type { MeterRow, MeterTime } from '../read/meters.ts';

/** Returns the virtual devices among some devices of a site. */
export function listVirtual({ devices }: Topology, ids: readonly number[]): Device[] {
  return devices.filter((device) => ids.includes(device.id) && isVirtual(device));
}

/** Returns the instants at which anything of a member of virtual devices becomes known or unknown. */
export function listKnowledgeCuts(virtual: readonly Device[], times: readonly MeterTime[]): Instant[] {
  const members = new Set<number>(virtual.flatMap(({ members = [] }) => members.map(({ deviceId }) => deviceId)));
  return times
    .filter(({ device }) => members.has(device))
    .flatMap(({ known }) => known.flatMap(({ from, to }) => [from, to]));
}

/**
 * Returns what virtual meters count between consecutive edges: their members' amounts, multiplied and added up. Nothing
 * where anything of a member is unknown. The edges are cut at `listKnowledgeCuts`, so that each piece is known as a whole
 * or not at all, and at changes of members.
 */
export function combineMeters(
  virtual: readonly Device[],
  rows: readonly MeterRow[],
  times: readonly MeterTime[],
  edges: readonly Instant[],
): MeterRow[] {
  const registers = new Map(
    [...Map.groupBy(times, ({ device }) => device)].map(([id, all]) => [id, selectCoarsest(all)]),
  );
  const amounts = new Map(rows.map((row) => [`${row.device} ${row.descriptors} ${row.edge}`, row]));
  return virtual.flatMap((device) =>
    edges.slice(0, -1).flatMap((edge): MeterRow[] => {
      const members = listMembersAt(device, edge);
      let [amount, isPartial] = [0, false];
      for (const { deviceId, factor } of members) {
        const parts = registers.get(deviceId) ?? [];
        if (parts.length === 0) return [];
        for (const { descriptors } of parts) {
          const row = amounts.get(`${deviceId} ${descriptors} ${edge}`);
          if (row === undefined) return [];
          amount += factor * row.amount;
          isPartial ||= row.isPartial;
        }
      }
      if (members.length === 0) return [];
      return [{ device: device.id, metric: device.meter?.metric ?? '', descriptors: '', edge, amount, isPartial }];
    }),
  );
}

/** Registers of a meter with different descriptors are alternatives: those with the fewest count. */
function selectCoarsest(registers: readonly MeterTime[]): readonly MeterTime[] {
  const ranks = registers.map(({ descriptors }) => {
    const names = getDescriptorNames(descriptors);
    return `${names === '' ? 0 : names.split(';').length} ${names}`;
  });
  const coarsest = [...ranks].sort()[0];
  return registers.filter((_, place) => ranks[place] === coarsest);
}
