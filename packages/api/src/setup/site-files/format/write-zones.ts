import type { PassageState, PlacementState, ZoneState } from '../../../sites/stored/index.ts';
import { isRemoved } from '../compare-states.ts';
import { type Fields, formatTag, omitEmpty, writeInstant } from './fields.ts';

interface Branch {
  readonly key: string;
  readonly zones: Fields[];
}

/**
 * Writes zones in order. Each is nested under the innermost parent still open at that point, with other parents by key.
 * So the order is preserved for any tree.
 */
export function writeZones(
  zones: readonly ZoneState[],
  passages: readonly PassageState[],
  placements: readonly PlacementState[],
  timezone: string,
): Fields[] {
  const kept = keptZones(zones, passages, placements);
  const top: Fields[] = [];
  const open: Branch[] = [];
  for (const zone of [...kept].sort((a, b) => a.order - b.order)) {
    while (open.length > 0 && !zone.parents.includes((open.at(-1) as Branch).key)) open.pop();
    const under = open.at(-1);
    const children: Fields[] = [];
    (under?.zones ?? top).push(writeZone(zone, under?.key, children, timezone));
    open.push({ key: zone.key, zones: children });
  }
  return top.map(withoutEmptyZones);
}

/** Returns zones in service, and removed ones that the file still refers to. */
function keptZones(
  zones: readonly ZoneState[],
  passages: readonly PassageState[],
  placements: readonly PlacementState[],
): ZoneState[] {
  const named = new Set<string>();
  for (const { ends, footfallOf } of passages)
    for (const zone of [footfallOf, ...ends.flatMap(({ from, to }) => [from, to])]) if (zone !== null) named.add(zone);
  for (const { at } of placements) if ('zone' in at) named.add(at.zone);
  const byKey = new Map(zones.map((zone) => [zone.key, zone]));
  const keep = new Set<string>();
  const add = (key: string) => {
    if (keep.has(key)) return;
    keep.add(key);
    for (const parent of byKey.get(key)?.parents ?? []) add(parent);
  };
  for (const zone of zones) if (!isRemoved(zone) || named.has(zone.key)) add(zone.key);
  return zones.filter((zone) => keep.has(zone.key));
}

function writeZone(zone: ZoneState, under: string | undefined, children: Fields[], timezone: string): Fields {
  const { key, name, area, limit, queueLength, isDisabled, tags, parents, removedAt } = zone;
  return {
    key,
    name,
    ...omitEmpty({
      area,
      limit,
      queueLength,
      disabled: isDisabled || null,
      tags: tags.map(formatTag),
      parents: parents.filter((parent) => parent !== under),
      removedAt: writeInstant(removedAt, timezone),
    }),
    zones: children,
  };
}

function withoutEmptyZones(zone: Fields): Fields {
  const children = (zone.zones as Fields[]).map(withoutEmptyZones);
  const { zones: _zones, ...rest } = zone;
  return children.length === 0 ? rest : { ...rest, zones: children };
}
