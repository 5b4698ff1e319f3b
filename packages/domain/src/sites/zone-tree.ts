import { err, type Failure, failure, type Instant, ok, type Result, type ZoneId } from '../core/index.ts';
import type { Zone } from './topology.ts';

/** The zones of one site as an acyclic directed graph. A zone may have several parents. */
interface ZoneLinks {
  readonly zones: ReadonlyMap<ZoneId, Zone>;
  readonly children: ReadonlyMap<ZoneId, readonly ZoneId[]>;
}

/** Cached per zone list, since a topology's zones are immutable. */
const linksOf = new WeakMap<readonly Zone[], ZoneLinks>();

/** Refuses repeated zones, unknown parents and cycles. */
export function checkZoneTree(zones: readonly Zone[]): Result<readonly Zone[], Failure> {
  const { zones: known } = links(zones);
  if (known.size !== zones.length) return err(failure('BAD_INPUT', 'A zone is given twice', 'zones'));
  for (const zone of zones) {
    for (const parentId of zone.parentIds) {
      if (!known.has(parentId)) return err(failure('BAD_INPUT', `Zone ${zone.key} names an unknown parent`, 'parents'));
    }
    if (listAncestors(zones, zone.id).has(zone.id)) {
      return err(failure('BAD_INPUT', `Zone ${zone.key} would lie inside itself`, 'parents'));
    }
  }
  return ok(zones);
}

/** Returns all zones that contain a zone, at any depth, without itself. */
export function listAncestors(zones: readonly Zone[], zoneId: ZoneId): ReadonlySet<ZoneId> {
  const { zones: known } = links(zones);
  return reach(known.get(zoneId)?.parentIds ?? [], (id) => known.get(id)?.parentIds ?? []);
}

/** Returns the given zones with everything inside them. Ignores ids that are not zones of this site. */
export function selfOrDescendants(zones: readonly Zone[], zoneIds: readonly ZoneId[]): ReadonlySet<ZoneId> {
  const { zones: known, children } = links(zones);
  return reach(
    zoneIds.filter((id) => known.has(id)),
    (id) => children.get(id) ?? [],
  );
}

/** Returns the direct children of a zone, in display order. */
export function listChildZones(zones: readonly Zone[], zoneId: ZoneId): readonly Zone[] {
  return inOrder(zones.filter((zone) => zone.parentIds.includes(zoneId)));
}

/** Returns the zones without parents, in display order. The first one is a page's default zone. */
export function listTopZones(zones: readonly Zone[]): readonly Zone[] {
  return inOrder(zones.filter((zone) => zone.parentIds.length === 0));
}

/** The parts of a zone that decide whether it belongs to the outline of its place. */
interface OutlineZone {
  readonly parentIds: readonly unknown[];
  readonly removedAt?: Instant | null;
  readonly isDisabled?: boolean;
}

/**
 * Returns the zones whose union is the whole place: the outermost ones, without removed and disabled ones. They are
 * counted as one area and never added up, because doors between two of them are inner.
 */
export function listOutline<One extends OutlineZone>(zones: readonly One[]): readonly One[] {
  return zones.filter(
    ({ parentIds, removedAt, isDisabled }) => parentIds.length === 0 && removedAt == null && isDisabled !== true,
  );
}

/** Returns the top zones that contain a zone. A top zone contains itself. */
export function findTopZones(zones: readonly Zone[], zoneId: ZoneId): readonly Zone[] {
  const above = listAncestors(zones, zoneId);
  return listTopZones(zones).filter((zone) => zone.id === zoneId || above.has(zone.id));
}

/** Returns the given zones that are inside none of the others, so that their sum counts nothing twice. */
export function dropNestedZones(zones: readonly Zone[], zoneIds: readonly ZoneId[]): readonly ZoneId[] {
  const asked = new Set(zoneIds);
  return [...asked].filter((id) => ![...listAncestors(zones, id)].some((above) => asked.has(above)));
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

/** Terminates even for zones with cycles. */
function reach(from: readonly ZoneId[], next: (id: ZoneId) => readonly ZoneId[]): Set<ZoneId> {
  const reached = new Set<ZoneId>(from);
  // Iterating a set includes entries added meanwhile.
  for (const id of reached) for (const further of next(id)) reached.add(further);
  return reached;
}

function inOrder(zones: readonly Zone[]): readonly Zone[] {
  return [...zones].sort((left, right) => left.order - right.order || left.id - right.id);
}
