import '../devices.events.ts';
import { isUtf8 } from 'node:buffer';
import {
  type Clock,
  err,
  type Failure,
  failure,
  type InstallationId,
  type Instant,
  ok,
  type Result,
} from '@atrium/domain/core';
import {
  type FieldMap,
  getPacketTime,
  isNamedByForm,
  nameShellyStatus,
  type Packet,
} from '@atrium/domain/setup/devices';
import {
  decompressBody,
  type Ingestion,
  type IngestKeyHolder,
  KeyRateLimiter,
  type MessageEndpoint,
  type RejectedReading,
} from '../../../numbers/index.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { shareCapacity } from '../../../platform/concurrency/share-capacity.ts';
import { Overloaded } from '../../../platform/failures.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { type Scope, seesAllSites, systemScope } from '../../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../../sites/index.ts';
import { fieldMapsStore } from '../field-maps.store.ts';
import { readBody } from '../reading/body-reader.ts';
import { interpretStored, replay, toReadings } from './interpret-stored.ts';
import { packetsStore } from './packets.store.ts';
import { type Sender, type SenderUpdate, sendersStore } from './senders.store.ts';
import { defaultInboxLimits, type InboxLimits, storePacket } from './store-packet.ts';

export interface PacketDependencies {
  readonly db: Database;
  readonly sites: Pick<SiteDirectory, 'findDevice'>;
  readonly ingestion: Pick<Ingestion, 'ingestReadings'>;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly limits?: Partial<InboxLimits>;
}

/** Outcome for one device of a body. */
export interface PacketResult {
  readonly device: string;
  /** `waiting`: stored, but not counted until the device is placed. */
  readonly state: 'accepted' | 'waiting' | 'refused';
  readonly code?: 'INBOX_FULL' | 'OTHER_SITE';
  /** Why it is not understood, or that it has no number. */
  readonly message?: string;
}

export interface PacketsResult {
  readonly packets: readonly PacketResult[];
  readonly accepted: number;
  readonly unchanged: number;
  readonly corrected: number;
  readonly rejected: readonly Omit<RejectedReading, 'index'>[];
}

export interface PacketIntake {
  /** Rate limits of a key, over all endpoints. */
  readonly rates: KeyRateLimiter;
  /** Whether the next body would be refused. */
  readonly isFull: boolean;
  /**
   * Takes a body, received now unless given. Errors: BAD_INPUT if it is neither JSON nor XML; OVERLOADED if it may not
   * be stored, where a retry is safe.
   */
  take(
    holder: Pick<IngestKeyHolder, 'scope' | 'installationId'> & Partial<Pick<IngestKeyHolder, 'keyId' | 'topic'>>,
    body: string,
    receivedAt?: Instant,
  ): Promise<Result<PacketsResult, Failure>>;
}

/** Rates for devices: each sends one packet a minute, or a network server forwards some hundreds. */
const rates = { requestsPerSecond: 50, requestBurst: 1_000, itemsPerSecond: 50, itemBurst: 1_000 };

/** Earlier packets needed to interpret a packet of totals or of a period, and later ones it may change. */
const [before, after] = [20, 2];
/** For a waiting device, packets are only checked for anomalies. */
const beforeWaiting = 3;
/** Timeout of a queued body, in ms: by then its sender has given up. */
const longestWait = 60_000;
const withoutNumbers = 'The packet is stored, but nothing in it is a number that is measured here.';
/** Maximum characters of a device's identifier. */
const longestSerial = 128;
/** ms between two deletions of expired packets. */
const sweepEvery = 3_600_000;

/** Takes packets in makers' formats: as readings for known devices, stored as waiting for unknown ones. */
export function createPacketIntake(dependencies: PacketDependencies): PacketIntake {
  const { clock } = dependencies;
  const limits = { ...defaultInboxLimits, ...dependencies.limits };
  const { concurrency, waiting } = limits;
  const perOwner = Math.max(1, concurrency - 1);
  const maxPerOwner = Math.ceil(waiting / 4);
  const turns = shareCapacity({
    concurrency,
    perOwner,
    waiting: [waiting, maxPerOwner, maxPerOwner],
    waitMs: longestWait,
  });
  let sweptAt = Number.NEGATIVE_INFINITY;

  async function sweep(): Promise<void> {
    const now = clock.now();
    if (now - sweptAt < sweepEvery) return;
    sweptAt = now;
    await packetsStore(dependencies.db).dropBefore(now - limits.days * 86_400_000);
  }

  return {
    rates: new KeyRateLimiter(clock, rates),
    get isFull() {
      return turns.counts.waiting >= waiting;
    },
    async take({ scope, ...key }, body, receivedAt = clock.now()) {
      const taking = async () => {
        await sweep();
        return takeBody({ ...dependencies, limits }, scope, { ...key, body, received: receivedAt });
      };
      try {
        return await turns.run(taking, { share: [String(scope.organizationId), ''] });
      } catch (error) {
        if (!(error instanceof Overloaded)) throw error;
        return err(failure('OVERLOADED', 'More packets are waiting than can be kept now. Send them again later.'));
      }
    },
  };
}

type Taking = PacketDependencies & { readonly limits: InboxLimits };

async function takeBody(
  taking: Taking,
  scope: Scope,
  {
    installationId,
    keyId,
    topic,
    body: sent,
    received,
  }: Pick<Said, 'installationId' | 'body' | 'received'> & Partial<Pick<IngestKeyHolder, 'keyId' | 'topic'>>,
): Promise<Result<PacketsResult, Failure>> {
  // A status whose topic alone names the device is stored with the device in it.
  const body = topic === undefined ? sent : nameShellyStatus(topic, sent);
  if (body.includes('\0')) return err(failure('BAD_INPUT', 'The body is no text.'));
  const maps = await fieldMapsStore(taking.db).all(scope);
  const read = await readBody({ body, receivedAt: received, maps });
  if (!read.ok) return err(failure('BAD_INPUT', read.error));
  const { hasFields, guessedDevice, packets } = read.value;
  // For example, the bare `true` that plugs publish over MQTT as a sign of life.
  if (!hasFields) return err(failure('BAD_INPUT', 'The body is neither an object nor a list.'));
  const total: Counted = { packets: [], accepted: 0, unchanged: 0, corrected: 0, rejected: [] };
  const common = { installationId, maps, body, received };
  if (!packets.ok) {
    // Bodies without a name are at least of the same topic and key.
    const unnamed = [topic ?? guessedDevice, ...(keyId === undefined ? [] : [keyId])].join(' ').slice(-longestSerial);
    const serial = isNamedByForm(guessedDevice) ? unnamed : guessedDevice;
    const taken = await takePacket(taking, scope, { ...common, serial, packet: null }, total);
    if (!taken.ok) return taken;
    total.packets.push(taken.value.state === 'waiting' ? { ...taken.value, message: packets.error } : taken.value);
    return ok(total);
  }
  for (const packet of packets.value) {
    const serial = await findSerial(taking.db, scope, packet);
    const taken = await takePacket(taking, scope, { ...common, serial, packet }, total);
    if (!taken.ok) return taken;
    const isEmpty = packet.told.length === 0 && taken.value.state !== 'refused';
    total.packets.push(isEmpty ? { ...taken.value, message: withoutNumbers } : taken.value);
  }
  return ok(total);
}

/**
 * Returns the identifier of a packet's device: the former one while a device in place has it and its newest packet came
 * from the same hardware.
 */
async function findSerial(db: Database, scope: Scope, { device, formerDevice, hardware }: Packet): Promise<string> {
  if (formerDevice == null || hardware === null) return device;
  const former = await sendersStore(db).findBySerial(scope, formerDevice);
  if (former === null || !former.isPlaced) return device;
  const [newest] = await packetsStore(db).newestRaw(former, 1);
  return newest?.body.includes(hardware) ? formerDevice : device;
}

interface Counted extends PacketsResult {
  readonly packets: PacketResult[];
  readonly rejected: Omit<RejectedReading, 'index'>[];
  accepted: number;
  unchanged: number;
  corrected: number;
}

interface Said {
  readonly installationId: InstallationId | null;
  readonly serial: string;
  /** Null: not understood. */
  readonly packet: Packet | null;
  readonly maps: readonly FieldMap[];
  readonly body: string;
  readonly received: Instant;
}

async function takePacket(
  taking: Taking,
  scope: Scope,
  said: Said,
  total: Counted,
): Promise<Result<PacketResult, Failure>> {
  const { db, bus, limits } = taking;
  const { installationId, serial, packet, body, received } = said;
  const refused = (code: 'INBOX_FULL' | 'OTHER_SITE') => ok<PacketResult>({ device: serial, state: 'refused', code });
  const place = await placeOf(taking, scope, serial);
  if (place !== null && !seesAllSites(scope, [place])) return refused('OTHER_SITE');
  const isPlaced = place !== null;
  const at = packet === null ? received : getPacketTime(packet, received);
  const kept = await storePacket(
    db,
    scope,
    { news: newsOf(said), body, packet, receivedAt: received, at, isPlaced },
    limits,
  );
  if (!kept.kept) return refused(kept.because);
  const heard = () =>
    bus.publish('devices.senderChanged', { organizationId: scope.organizationId, senderId: kept.sender.id });
  // The device may have been placed meanwhile, and its earlier packets replayed.
  const counts = packet !== null && (isPlaced || (await placeOf(taking, scope, serial)) !== null);
  const stored = await packetsStore(db).around(kept.sender, at, counts ? before : beforeWaiting, after);
  const followed = await interpretStored(db, kept.sender, stored, said.maps);
  const first = followed.findIndex(({ key }) => key === kept.packetId);
  const touched = first < 0 ? [] : followed.slice(first);
  await noteMarks(db, scope, kept.sender, touched[0]?.marks.map(({ kind }) => kind) ?? []);
  if (!counts) {
    heard();
    return ok({ device: serial, state: 'waiting' });
  }
  if (kept.sender.toReplay) {
    const replayed = await replay(taking, scope, kept.sender, said.maps);
    if (!replayed.ok) return replayed;
  }
  const ingested = await taking.ingestion.ingestReadings(scope, installationId, toReadings(serial, touched), received);
  if (!ingested.ok) return ingested;
  const { accepted, unchanged, corrected, rejected } = ingested.value;
  total.accepted += accepted;
  total.unchanged += unchanged;
  total.corrected += corrected;
  total.rejected.push(...rejected.map(({ code, message }) => ({ code, message })));
  heard();
  return ok({ device: serial, state: 'accepted' });
}

function newsOf({ installationId, serial, packet }: Said): SenderUpdate {
  const { dialect = null, name = null, model = null, battery = null, signal = null, firmware = null } = packet ?? {};
  return { serial, installationId, dialect, name, model, battery, signal, firmware };
}

/** Returns the site of the device, whatever the key may see. Null: never placed, or removed. */
async function placeOf({ sites }: Taking, { organizationId }: Scope, serial: string): Promise<InstallationId | null> {
  const found = await sites.findDevice(systemScope(organizationId), serial);
  return found !== null && found.device.removedAt === null && found.device.placements.length > 0
    ? found.installationId
    : null;
}

async function noteMarks(db: Database, scope: Scope, sender: Sender, marks: Sender['marks']): Promise<void> {
  const all = [...new Set([...sender.marks, ...marks])];
  if (all.length > sender.marks.length) await sendersStore(db).change(scope, sender.id, { marks: all });
}

export const bytesPerRequest = 400_000;

/** Decodes a body in a maker's format as one UTF-8 text: of a form with several parts, the first that is JSON or XML. */
export async function decodePacketBody(bytes: Buffer, encoding: string | undefined) {
  const plain = await decompressBody(bytes, encoding, bytesPerRequest);
  if (!plain.ok) return plain;
  const text = plain.value.subarray(0, 2).toString('latin1') === '--' ? await findTextPart(plain.value) : plain.value;
  return text !== null && isUtf8(text)
    ? ok([text.toString('utf8')])
    : err({ status: 400, message: 'The body is no UTF-8 text.' } as const);
}

/** Returns the part of a form that is XML or JSON: cameras attach pictures to it. Null if there is none. */
async function findTextPart(bytes: Buffer): Promise<Buffer | null> {
  const end = bytes.indexOf('\n');
  const boundary = bytes.subarray(2, Math.max(2, end)).toString('latin1').trim();
  if (boundary === '' || boundary.length > 100 || /["\\\s]/.test(boundary)) return null;
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  try {
    const form = await new Response(new Uint8Array(bytes), { headers }).formData();
    for (const part of form.values()) {
      const content = typeof part === 'string' ? Buffer.from(part) : Buffer.from(await part.arrayBuffer());
      if (/^[\s\uFEFF]*[<{[]/.test(content.subarray(0, 100).toString('utf8'))) return content;
    }
  } catch {
    // Not a form after all.
  }
  return null;
}

/** Wraps the intake for MQTT messages. */
export const createMqttIntake = (packets: PacketIntake): MessageEndpoint => ({
  rates: packets.rates,
  get isFull() {
    return packets.isFull;
  },
  read: decodePacketBody,
  take: (holder, [body]) => packets.take(holder, body as string),
});
