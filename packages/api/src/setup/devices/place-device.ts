import { err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { type InterpretedPacket, inferUse, interpretPackets } from '@atrium/domain/setup/devices';
import type { Device, Placement } from '@atrium/domain/sites';
import { recordAudit } from '../../people/audit/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshot, SiteSnapshots } from '../../sites/index.ts';
import { applySiteFile } from '../site-files/index.ts';
import { fieldMapsStore } from './field-maps.store.ts';
import type { DeclaredPlacing, FormerDevice } from './former-device.ts';
import { parseStored, type ReplayDependencies, replay } from './packets/interpret-stored.ts';
import { packetsStore } from './packets/packets.store.ts';
import { type Sender, sendersStore } from './packets/senders.store.ts';
import { findPlaces, kindByUse, type Place } from './places.ts';

export interface PlacingDependencies extends ReplayDependencies {
  readonly sites: SiteSnapshots;
  readonly bus: Bus;
  readonly organizationName: (scope: Scope) => Promise<string>;
}

/** Where and since when a device is installed: at a passage or in a zone. */
export interface Placing {
  readonly senderId: number;
  readonly passageId: number | null;
  readonly zoneId: number | null;
  readonly since: Instant;
  /** Whether the device installed there is removed at that time. */
  readonly replaces: boolean;
}

const noDevice = failure('NOT_FOUND', 'No such device', 'senderId');
/** Number of newest packets from which the use of a device is inferred. */
const looked = 40;
/** Seconds between readings, if the packets do not show it. */
const usualInterval = 300;

export interface FoundPlace {
  readonly sender: Sender;
  readonly place: Place;
  readonly use: 'counter' | 'air' | 'meter';
  readonly followed: readonly InterpretedPacket[];
}

/**
 * Finds the device and the place, within the caller's scope. Errors: NOT_FOUND, or BAD_INPUT if the packets are not
 * understood.
 */
export async function findPlacing(
  { db, sites }: Pick<PlacingDependencies, 'db' | 'sites'>,
  scope: Scope,
  { senderId, passageId, zoneId }: Pick<Placing, 'senderId' | 'passageId' | 'zoneId'>,
): Promise<Result<FoundPlace, Failure>> {
  const sender = await sendersStore(db).find(scope, senderId);
  if (sender === null) return err(noDevice);
  const maps = await fieldMapsStore(db).all(scope);
  const stored = await packetsStore(db).newest(sender, looked);
  const kept = await parseStored(db, sender, stored, maps);
  const use = inferUse(kept.map(({ packet }) => packet));
  if (use === null) return err(failure('BAD_INPUT', 'What this device sends is not understood', 'senderId'));
  // The device's use decides between a passage and a zone.
  const place = findPlaces(await sites.snapshot(scope), use, sender).find((one) =>
    one.passageId === null ? one.zoneId === zoneId : one.passageId === passageId,
  );
  if (place === undefined)
    return err(failure('NOT_FOUND', 'No such place for this device', passageId === null ? 'zoneId' : 'passageId'));
  return ok({ sender, place, use, followed: interpretPackets(kept, sender.swapped) });
}

/**
 * Installs a waiting device through a site file and counts its packets since then. Ends its previous placement, and
 * that of the device it replaces. Placing it again moves it, with the readings since then.
 */
export async function placeDevice(
  dependencies: PlacingDependencies,
  scope: Scope,
  placing: Placing,
): Promise<Result<Sender, Failure>> {
  const { db, sites, clock } = dependencies;
  const found = await findPlacing(dependencies, scope, placing);
  if (!found.ok) return found;
  const { sender, place, use, followed } = found.value;
  const { since, replaces } = placing;
  if (since > clock.now() || since < Date.UTC(2000, 0, 1))
    return err(failure('BAD_INPUT', 'since takes a time that is past', 'since'));
  const snapshot = await sites.snapshot(scope);
  const known = snapshot.devicesBySerial.get(sender.serial);
  const there = place.passageId === null ? { zone: place.key } : { passage: place.key };
  const site = place.site.fields.key;
  const placements = [
    ...cutAt(snapshot, known?.device.placements ?? [], since),
    { installation: site, ...there, validFrom: iso(since) },
  ];
  const replaced = replaces ? place.occupants : [];
  const former: FormerDevice[] = [
    known === undefined
      ? { installation: site, declared: { serial: sender.serial, placements: [], removedAt: iso(clock.now()) } }
      : formerOf(snapshot, known.device),
    ...replaced.map((device) => formerOf(snapshot, device)),
  ];
  const kind = known === undefined ? { kind: kindByUse[use], interval: intervalOf(followed) } : {};
  const metric = use === 'meter' && known === undefined ? { metric: metricOf(followed) } : {};
  const isSilent =
    followed.some(({ readings }) => readings.some(({ interval }) => interval === 0)) && use === 'counter';
  const device = {
    serial: sender.serial,
    ...kind,
    ...metric,
    ...(sender.name === null ? {} : { name: sender.name }),
    // Devices that report people one by one send nothing while there are none.
    ...(isSilent ? { reportsZero: false } : {}),
    installedAt: iso(Math.min(since, known?.device.installedAt ?? since)),
    placements,
  };
  const others = replaced.map((one) => ({
    installation: siteOf(snapshot, one),
    declared: { serial: one.serial, placements: cutAt(snapshot, one.placements, since) },
  }));
  // Set before the placement: if the process ends in between, the next packet completes the replay.
  await sendersStore(db).change(scope, sender.id, { toReplay: true });
  const applied = await apply(dependencies, scope, [{ installation: site, declared: device }, ...others]);
  if (!applied.ok) {
    await sendersStore(db).change(scope, sender.id, { toReplay: sender.toReplay });
    return applied;
  }
  await sendersStore(db).change(scope, sender.id, { isPlaced: true, former });
  return replayed(dependencies, scope, sender.id);
}

/** Undoes the last placement. All devices return to where they were, and readings since then count there or nowhere. */
export async function undoPlacing(
  dependencies: PlacingDependencies,
  scope: Scope,
  senderId: number,
): Promise<Result<Sender, Failure>> {
  const senders = sendersStore(dependencies.db);
  const sender = await senders.find(scope, senderId);
  if (sender === null) return err(noDevice);
  if (sender.former === null)
    return err(failure('BAD_INPUT', 'This device was not placed, or it is taken back', 'senderId'));
  const applied = await apply(dependencies, scope, sender.former);
  if (!applied.ok) return applied;
  const isPlaced = (sender.former[0]?.declared.placements.length ?? 0) > 0;
  await senders.change(scope, senderId, { former: null, isPlaced, toReplay: isPlaced });
  return isPlaced ? replayed(dependencies, scope, senderId) : found(await senders.find(scope, senderId));
}

/** Swaps in and out, also for packets already received. */
export async function swapDirections(
  dependencies: PlacingDependencies,
  scope: Scope,
  senderId: number,
  swapped: boolean,
): Promise<Result<Sender, Failure>> {
  const senders = sendersStore(dependencies.db);
  const sender = await senders.find(scope, senderId);
  if (sender === null) return err(noDevice);
  await dependencies.db.transaction(async (transaction) => {
    await sendersStore(transaction).change(scope, senderId, { swapped, toReplay: sender.isPlaced });
    await recordAudit(scope, transaction, {
      at: dependencies.clock.now(),
      action: 'device.directionsSwapped',
      details: { name: sender.serial, swapped },
      subjectId: senderId,
      ...(sender.installationId === null ? {} : { installationId: sender.installationId }),
    });
  });
  return sender.isPlaced ? replayed(dependencies, scope, senderId) : ok({ ...sender, swapped });
}

async function replayed(
  dependencies: PlacingDependencies,
  scope: Scope,
  senderId: number,
): Promise<Result<Sender, Failure>> {
  const senders = sendersStore(dependencies.db);
  const sender = await senders.find(scope, senderId);
  if (sender === null) return err(noDevice);
  const done = await replay(dependencies, scope, sender, await fieldMapsStore(dependencies.db).all(scope));
  return done.ok ? found(await senders.find(scope, senderId)) : done;
}

const found = (sender: Sender | null) => (sender === null ? err(noDevice) : ok(sender));

async function apply(
  dependencies: PlacingDependencies,
  scope: Scope,
  devices: readonly { readonly installation: string; readonly declared: DeclaredPlacing }[],
): Promise<Result<true, Failure>> {
  const bySite = Map.groupBy(devices, ({ installation }) => installation);
  // JSON is valid YAML, so names and serials from outside can't inject anything.
  const file = JSON.stringify({
    organization: { name: await dependencies.organizationName(scope) },
    installations: [...bySite].map(([key, list]) => ({ key, devices: list.map(({ declared }) => declared) })),
  });
  const options = { dryRun: false, prune: false, within: scope.organizationId, by: scope };
  const { applied, problems } = await applySiteFile(dependencies, file, options);
  return applied
    ? ok(true)
    : err(failure('BAD_INPUT', problems[0]?.message ?? 'The place can not be changed', 'senderId'));
}

const iso = (at: Instant): string => new Date(at).toISOString();

/** Converts placements to the form of a site file, ended at `until`. */
function cutAt(
  snapshot: SiteSnapshot,
  placements: readonly Placement[],
  until: Instant,
): DeclaredPlacing['placements'] {
  return placements.flatMap((placement) => {
    const { validFrom, validTo } = placement;
    if (validFrom !== null && validFrom >= until) return [];
    return declaredOf(snapshot, { ...placement, validTo: validTo === null ? until : Math.min(validTo, until) });
  });
}

function declaredOf(snapshot: SiteSnapshot, { at, validFrom, validTo }: Placement): DeclaredPlacing['placements'] {
  for (const { fields, topology } of snapshot.sites.values()) {
    const zone = 'zoneId' in at ? topology.zones.find(({ id }) => id === at.zoneId) : undefined;
    const passage = 'passageId' in at ? topology.passages.find(({ id }) => id === at.passageId) : undefined;
    const place = zone === undefined ? passage && { passage: passage.key } : { zone: zone.key };
    if (place === undefined) continue;
    const from = validFrom === null ? {} : { validFrom: iso(validFrom) };
    return [{ installation: fields.key, ...place, ...from, ...(validTo === null ? {} : { validTo: iso(validTo) }) }];
  }
  return [];
}

function formerOf(snapshot: SiteSnapshot, device: Device): FormerDevice {
  const placements = device.placements.flatMap((placement) => declaredOf(snapshot, placement));
  const removed = device.removedAt === null ? {} : { removedAt: iso(device.removedAt) };
  return { installation: siteOf(snapshot, device), declared: { serial: device.serial, placements, ...removed } };
}

function siteOf(snapshot: SiteSnapshot, { serial }: Device): string {
  const id = snapshot.devicesBySerial.get(serial)?.installationId;
  return (id === undefined ? undefined : snapshot.sites.get(id)?.fields.key) ?? '';
}

/** Returns the median interval of the readings, or else of the packets, in seconds. */
function intervalOf(followed: readonly InterpretedPacket[]): number {
  const lengths = followed.flatMap(({ readings }) => readings.map(({ interval }) => interval)).filter((one) => one > 0);
  const steps = followed.slice(1).map(({ at }, index) => Math.round((at - (followed[index]?.at ?? at)) / 1000));
  const usable = (lengths.length > 0 ? lengths : steps)
    .filter((one) => one >= 1 && one <= 86_400)
    .sort((a, b) => a - b);
  return usable[Math.floor(usable.length / 2)] ?? usualInterval;
}

const metricOf = (followed: readonly InterpretedPacket[]): string =>
  followed.flatMap(({ readings }) => readings.map(({ metric }) => metric))[0] ?? 'electricityConsumption';
