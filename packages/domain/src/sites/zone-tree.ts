import { err, type Failure, failure, ok, type Result, type ZoneId } from '../core/index.ts';
import type { Zone } from './topology.ts';

/** The zones of one site as a directed graph without cycles; a zone may lie in several parents. */
interface ZoneLinks {
  readonly zones: ReadonlyMap<ZoneId, Zone>;
  readonly children: ReadonlyMap<ZoneId, readonly ZoneId[]>;
}

/** A topology's zones are never changed in place, so what is derived from them lives as long as they do. */
const linksOf = new WeakMap<readonly Zone[], ZoneLinks>();

/** Refuses a zone given twice, an unknown parent, and a zone that lies inside itself. */
export function checkZoneTree(zones: readonly Zone[]): Result<readonly Zone[], Failure> {
  const { zones: known } = links(zones);
  if (known.size !== zones.length) return err(failure('BAD_INPUT', 'A zone is given twice', 'zones'));
  for (const zone of zones) {
    for (const parentId of zone.parentIds) {
      if (!known.has(parentId)) return err(failure('BAD_INPUT', `Zone ${zone.key} names an unknown parent`, 'parents'));
    }
    if (ancestors(zones, zone.id).has(zone.id)) {
      return err(failure('BAD_INPUT', `Zone ${zone.key} would lie inside itself`, 'parents'));
    }
  }
  return ok(zones);
}

/** Every zone that holds `zoneId`, at any distance; without itself. */
export function ancestors(zones: readonly Zone[], zoneId: ZoneId): ReadonlySet<ZoneId> {
  const { zones: known } = links(zones);
  return reach(known.get(zoneId)?.parentIds ?? [], (id) => known.get(id)?.parentIds ?? []);
}

/** The given zones with everything inside them, each once. Ids that are no zone of this site are left out. */
export function selfOrDescendants(zones: readonly Zone[], zoneIds: readonly ZoneId[]): ReadonlySet<ZoneId> {
  const { zones: known, children } = links(zones);
  return reach(
    zoneIds.filter((id) => known.has(id)),
    (id) => children.get(id) ?? [],
  );
}

/** The zones directly inside a zone, in the order the site shows them. */
export function childZones(zones: readonly Zone[], zoneId: ZoneId): readonly Zone[] {
  return inOrder(zones.filter((zone) => zone.parentIds.includes(zoneId)));
}

/** The zones inside no other, in the order the site shows them; the first is a page's default zone. */
export function topZones(zones: readonly Zone[]): readonly Zone[] {
  return inOrder(zones.filter((zone) => zone.parentIds.length === 0));
}

/** The top zones a zone lies in; a top zone lies in itself. */
export function topZonesOf(zones: readonly Zone[], zoneId: ZoneId): readonly Zone[] {
  const above = ancestors(zones, zoneId);
  return topZones(zones).filter((zone) => zone.id === zoneId || above.has(zone.id));
}

/** The given zones that lie below none of the others: what may be added up without counting a zone and its part. */
export function maximalZones(zones: readonly Zone[], zoneIds: readonly ZoneId[]): readonly ZoneId[] {
  const asked = new Set(zoneIds);
  return [...asked].filter((id) => ![...ancestors(zones, id)].some((above) => asked.has(above)));
}

function links(zones: readonly Zone[]): ZoneLinks {
  const known = linksOf.get(zones);
  if (known !== undefined) return known;
  const children = new Map<ZoneId, ZoneId[]>();
  for (const zone of zones) {
    for (const parentId of zone.parentIds) {
      const siblings = children.get(parentId);
      if (siblings === undefined) children.set(parentId, [zone.id]);
      else siblings.push(zone.id);
    }
  }
  const made = { zones: new Map(zones.map((zone) => [zone.id, zone])), children };
  linksOf.set(zones, made);
  return made;
}

/** Ends even on zones that were never checked for cycles. */
function reach(from: readonly ZoneId[], next: (id: ZoneId) => readonly ZoneId[]): Set<ZoneId> {
  const reached = new Set<ZoneId>(from);
  // A set hands out what is added to it while it is being walked.
  for (const id of reached) for (const further of next(id)) reached.add(further);
  return reached;
}

function inOrder(zones: readonly Zone[]): readonly Zone[] {
  return [...zones].sort((left, right) => left.order - right.order || left.id - right.id);
}
