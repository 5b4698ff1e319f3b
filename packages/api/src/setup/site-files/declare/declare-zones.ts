import { type InstallationState, joinKey, type ZoneState } from '../../../sites/stored/index.ts';
import type { DeclaredInstallation, DeclaredZone } from '../format/site-file.ts';
import { findTags } from './declare-organization.ts';
import { type Declaring, firstDefined, parseOptionalInstant } from './declaring.ts';

interface Flat {
  readonly declared: DeclaredZone;
  readonly under: string | null;
}

/** Declares the zones of one site: nested as in the file, with additional parents by key. */
export function declareZones(
  site: DeclaredInstallation,
  { key: installation, timezone }: InstallationState,
  declaring: Declaring,
): void {
  const flat = flatten(site.zones ?? [], null);
  const keys = new Set(flat.map(({ declared }) => declared.key));
  const orders = assignOrders([...keys], installation, 'zone', declaring);
  for (const { declared, under } of flat) {
    const stored = declaring.stored('zone', joinKey(installation, declared.key));
    const zone: ZoneState = {
      installation,
      key: declared.key,
      name: firstDefined(declared.name, stored?.name, declared.key),
      area: firstDefined(declared.area, stored?.area, null),
      limit: firstDefined(declared.limit, stored?.limit, null),
      queueLength: firstDefined(declared.queueLength, stored?.queueLength, null),
      order: orders.get(declared.key) ?? 0,
      isDisabled: firstDefined(declared.disabled, stored?.isDisabled, false),
      parents: parentsOf(declared, under),
      tags: findTags(declared, stored, declaring),
      removedAt: parseOptionalInstant(declared.removedAt, timezone),
    };
    declaring.declare('zone', zone, declared, 'key', `the zone ${declared.key} of ${installation}`);
  }
  for (const { declared } of flat) {
    declared.parents?.forEach((parent, index) => {
      if (!declaring.isKnown('zone', joinKey(installation, parent)))
        declaring.problem(declared.parents ?? [], String(index), describeUnknownZone(parent, installation));
    });
  }
  if (declaring.prune) pruneZones(installation, declaring);
  reportCycles(installation, flat, declaring);
}

function flatten(zones: readonly DeclaredZone[], under: string | null): Flat[] {
  return zones.flatMap((declared) => [{ declared, under }, ...flatten(declared.zones ?? [], declared.key)]);
}

const parentsOf = (declared: DeclaredZone, under: string | null) =>
  [...new Set([...(under === null ? [] : [under]), ...(declared.parents ?? [])])].sort();

/**
 * Assigns positions in the site's list. Declared zones reuse the positions of their stored versions, in file order; new
 * ones follow. So a partial file reorders only what it names, and applying it again changes nothing.
 */
export function assignOrders(
  keys: readonly string[],
  installation: string,
  kind: 'zone' | 'passage',
  declaring: Declaring,
): Map<string, number> {
  const siblings = [...declaring.current[kind].values()].filter((one) => one.installation === installation);
  const declared = new Set(keys);
  const places = siblings.filter((one) => declared.has(one.key)).map((one) => one.order);
  let next = Math.max(-1, ...siblings.map((one) => one.order)) + 1;
  while (places.length < declared.size) places.push(next++);
  places.sort((a, b) => a - b);
  return new Map([...declared].map((key, index) => [key, places[index] ?? 0]));
}

function pruneZones(installation: string, declaring: Declaring): void {
  for (const [key, stored] of declaring.current.zone) {
    if (stored.installation !== installation || stored.removedAt !== null || declaring.isDeclared('zone', key))
      continue;
    declaring.next.zone.set(key, { ...stored, removedAt: declaring.now });
  }
}

function reportCycles(installation: string, flat: readonly Flat[], declaring: Declaring): void {
  const done = new Set<string>();
  for (const { declared } of flat) {
    const cycle = findCycle(declared.key, installation, declaring, done, []);
    if (cycle === null) continue;
    declaring.problem(
      declared,
      declared.parents === undefined ? 'key' : 'parents',
      `zones lie inside each other in a circle: ${cycle.join(' in ')}`,
    );
    return;
  }
}

function findCycle(
  key: string,
  installation: string,
  declaring: Declaring,
  done: Set<string>,
  path: readonly string[],
): string[] | null {
  const seen = path.indexOf(key);
  if (seen >= 0) return [...path.slice(seen), key];
  if (done.has(key)) return null;
  for (const parent of declaring.next.zone.get(joinKey(installation, key))?.parents ?? []) {
    const cycle = findCycle(parent, installation, declaring, done, [...path, key]);
    if (cycle !== null) return cycle;
  }
  done.add(key);
  return null;
}

export const describeUnknownZone = (zone: string, installation: string) =>
  `there is no zone "${zone}" in ${installation}`;
