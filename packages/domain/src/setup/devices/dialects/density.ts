import { isFields, parseNumber, parseText, parseTime, toList } from '../fields.ts';
import { buildPacket, type PacketNumber } from '../packet.ts';
import type { Dialect } from './dialect.ts';

const metrics = new Map([
  [1, 'affluenceIn'],
  [-1, 'affluenceOut'],
]);

/** Density's events of a doorway: one person with a direction (1 in, -1 out) at a time. An event sent again is the same. */
export const density: Dialect = {
  id: 'density',
  recognizes: ({ root }) =>
    toList(root).some((one) => isFields(one) && Object.hasOwn(one, 'doorway_id') && Object.hasOwn(one, 'direction')),
  read({ root }) {
    const doorways = new Map<string, { readonly name: string | null; readonly told: PacketNumber[] }>();
    const seen = new Set<string>();
    for (const event of toList(root)) {
      const doorway = isFields(event) ? parseText(event.doorway_id) : null;
      if (!isFields(event) || doorway === null) return 'An event names no doorway_id.';
      const known = doorways.get(doorway) ?? { name: parseText(event.doorway_name), told: [] };
      doorways.set(doorway, known);
      const at = parseTime(event.timestamp);
      const metric = metrics.get(parseNumber(event.direction) ?? 0);
      const id = parseText(event.id) ?? parseText(event.event_id);
      if (metric === undefined || at === null || (id !== null && seen.has(id))) continue;
      if (id !== null) seen.add(id);
      known.told.push({ kind: 'crossing', metric, at });
    }
    return [...doorways].map(([device, { name, told }]) => buildPacket({ dialect: 'density', device, name, told }));
  },
};
