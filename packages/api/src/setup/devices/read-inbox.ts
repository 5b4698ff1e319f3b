import { err, type Failure, failure, type Instant, ok, type Result, toSiteDay } from '@atrium/domain/core';
import {
  type DeviceUse,
  type InterpretedPacket,
  inferUse,
  interpretPackets,
  type Packet,
  type ParsedPacket,
} from '@atrium/domain/setup/devices';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshot } from '../../sites/index.ts';
import { fieldMapsStore } from './field-maps.store.ts';
import { interpretStored, parseStored } from './packets/interpret-stored.ts';
import { packetsStore, type RawPacket } from './packets/packets.store.ts';
import { type Sender, sendersStore } from './packets/senders.store.ts';
import { defaultInboxLimits } from './packets/store-packet.ts';
import { findPlacing, type Placing, type PlacingDependencies } from './place-device.ts';
import { describePlacement, findPlaces, findRemovedAt, findTimezone, hasSameName, type Place } from './places.ts';

export interface ListedSender extends Sender {
  /** Description of where it is installed. Null while it waits. */
  readonly place: string | null;
  /** Whether it sends without being installed, or sends again after its removal. */
  readonly isWaiting: boolean;
  /** Null: it is installed, or never was. */
  readonly removedAt: Instant | null;
  /** Time zone of its site, or the most common one if it has none. */
  readonly timezone: string;
}

export interface DeviceInbox {
  readonly senders: readonly ListedSender[];
  readonly bytesWaiting: number;
  readonly bytesLimit: number;
  readonly days: number;
}

type Reads = Pick<PlacingDependencies, 'db' | 'sites'>;

/** Lists all devices that send in a maker's format, newest first, with the storage in use and its limits. */
export async function readInbox({ db, sites }: Reads, scope: Scope): Promise<DeviceInbox> {
  const snapshot = await sites.snapshot(scope);
  const senders = await sendersStore(db).all(scope);
  return {
    senders: senders.map((sender) => listed(snapshot, sender)),
    bytesWaiting: await sendersStore(db).bytesWaiting(scope),
    bytesLimit: defaultInboxLimits.bytesWaiting,
    days: defaultInboxLimits.days,
  };
}

function listed(snapshot: SiteSnapshot, sender: Sender): ListedSender {
  const place = describePlacement(snapshot, sender.serial);
  return {
    ...sender,
    place,
    isWaiting: place === null && !sender.isPlaced,
    removedAt: findRemovedAt(snapshot, sender.serial),
    timezone: findTimezone(snapshot, sender),
  };
}

/** A packet as received and as understood. */
export interface ShownPacket extends RawPacket {
  readonly followed: InterpretedPacket | null;
  readonly packet: Packet | null;
}

export interface SenderDetail {
  readonly sender: ListedSender;
  readonly use: DeviceUse | null;
  readonly packets: readonly ShownPacket[];
  readonly places: readonly SuggestedPlace[];
}

export interface SuggestedPlace extends Place {
  readonly hasSameName: boolean;
}

export const maxShownPackets = 50;
export const maxPlaces = 500;

/** Returns one device with its newest packets and the places where it may be installed. */
export async function readSender(
  { db, sites }: Reads,
  scope: Scope,
  senderId: number,
): Promise<Result<SenderDetail, Failure>> {
  const sender = await sendersStore(db).find(scope, senderId);
  if (sender === null) return err(failure('NOT_FOUND', 'No such device', 'senderId'));
  const snapshot = await sites.snapshot(scope);
  const maps = await fieldMapsStore(db).all(scope);
  const raw = await packetsStore(db).newestRaw(sender, maxShownPackets);
  const kept: readonly ParsedPacket[] = await parseStored(db, sender, raw, maps);
  const use = inferUse(kept.map(({ packet }) => packet));
  const followed = new Map(interpretPackets(kept, sender.swapped).map((one) => [one.key, one]));
  const packets = new Map(kept.map(({ key, packet }) => [key, packet]));
  const places = use === null ? [] : findPlaces(snapshot, use, sender).slice(0, maxPlaces);
  return ok({
    sender: listed(snapshot, sender),
    use,
    packets: raw.map((one) => ({
      ...one,
      followed: followed.get(one.id) ?? null,
      packet: packets.get(one.id) ?? null,
    })),
    places: places.map((place) => ({ ...place, hasSameName: hasSameName(place, sender) })),
  });
}

export interface AddedDay {
  /** Day in the site's time zone. */
  readonly date: string;
  readonly entries: number;
  readonly readings: number;
}

export const maxAddedDays = 31;

/** Previews what placing the device would count, per day of the site. */
export async function previewPlacing(
  { db, sites }: Reads,
  scope: Scope,
  placing: Pick<Placing, 'senderId' | 'passageId' | 'zoneId'> & { readonly since: Instant },
): Promise<Result<readonly AddedDay[], Failure>> {
  const found = await findPlacing({ db, sites }, scope, placing);
  if (!found.ok) return found;
  const { sender, place } = found.value;
  const stored = await packetsStore(db).newest(sender, Number.MAX_SAFE_INTEGER);
  const followed = await interpretStored(db, sender, stored, await fieldMapsStore(db).all(scope));
  const days = new Map<string, AddedDay>();
  for (const { metric, at, value } of followed.flatMap(({ readings }) => readings)) {
    if (at < placing.since) continue;
    const date = toSiteDay(place.site.topology, at);
    const day = days.get(date) ?? { date, entries: 0, readings: 0 };
    const entries = day.entries + (metric === 'affluenceIn' ? value : 0);
    days.set(date, { date, entries, readings: day.readings + 1 });
  }
  return ok([...days.values()].sort((a, b) => a.date.localeCompare(b.date)).slice(-maxAddedDays));
}
