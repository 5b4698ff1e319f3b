import { createHash } from 'node:crypto';
import type { Instant } from '@atrium/domain/core';
import type { Packet } from '@atrium/domain/setup/devices';
import { emitWebhookEvents } from '../../../people/webhooks/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { packetsStore } from './packets.store.ts';
import { type Sender, type SenderUpdate, sendersStore } from './senders.store.ts';

/** Limits on the raw packets that are stored. */
export interface InboxLimits {
  /** Per device; beyond it, its oldest packets are deleted. */
  readonly packetsPerDevice: number;
  readonly bytesPerDevice: number;
  /** All waiting devices of an organization; beyond it, the oldest packets of the largest sender are deleted. */
  readonly bytesWaiting: number;
  /** Devices per organization; further ones are refused. */
  readonly devices: number;
  readonly days: number;
  /**
   * Maximum numbers of concurrent and of queued bodies. One organization gets at most all but one slot, and a quarter
   * of the queue.
   */
  readonly concurrency: number;
  readonly waiting: number;
}

export const defaultInboxLimits: InboxLimits = {
  packetsPerDevice: 3_000,
  bytesPerDevice: 2_000_000,
  bytesWaiting: 20_000_000,
  devices: 1_000,
  days: 30,
  concurrency: 4,
  waiting: 400,
};

export interface ArrivedPacket {
  readonly news: SenderUpdate;
  readonly body: string;
  /** The sender's parsed packet. Null: not understood. */
  readonly packet: Packet | null;
  readonly receivedAt: Instant;
  /** The time the packet is about. */
  readonly at: Instant;
  readonly isPlaced: boolean;
}

export type StoreOutcome =
  | { readonly kept: true; readonly sender: Sender; readonly packetId: number }
  /** Too many devices wait, or the device sends with the key of another site. */
  | { readonly kept: false; readonly because: 'INBOX_FULL' | 'OTHER_SITE' };

/** Packets deleted at once when a limit is reached. Deleting one at a time would cost as much per packet of a flood. */
const droppedAtOnce = 50;

/** Stores a packet, raw and parsed, within the limits of its device and organization, in one transaction. */
export async function storePacket(
  db: Database,
  scope: Scope,
  arrived: ArrivedPacket,
  limits: InboxLimits,
): Promise<StoreOutcome> {
  const { news, body, packet, receivedAt, at, isPlaced } = arrived;
  const contents = { packet };
  return db.transaction(async (transaction) => {
    const senders = sendersStore(transaction);
    const packets = packetsStore(transaction);
    let sender = await senders.hold(scope, news.serial);
    if (sender === null) {
      if ((await senders.count(scope)) >= limits.devices) return { kept: false, because: 'INBOX_FULL' } as const;
      await senders.insert(scope, news, receivedAt);
      if (!isPlaced) await emitWaiting(transaction, scope, news, receivedAt);
      sender = (await senders.hold(scope, news.serial)) as Sender;
    }
    if (news.installationId !== null && sender.installationId !== news.installationId && !isPlaced)
      return { kept: false, because: 'OTHER_SITE' } as const;
    const digest = createHash('sha256').update(body).digest('base64url');
    const bytes = Buffer.byteLength(body) + (packet === null ? 0 : Buffer.byteLength(JSON.stringify(packet)));
    const added = await packets.insert(sender, { receivedAt, at, body, contents, digest, bytes });
    let count = { packets: sender.packets + 1, bytes: sender.bytes + bytes };
    if (added === null) count = sender;
    else if (count.packets > limits.packetsPerDevice || count.bytes > limits.bytesPerDevice)
      count = await packets.dropOldest(sender, droppedAtOnce);
    const { packets: kept, bytes: storedBytes } = count;
    const repeats = sender.repeats + (added === null ? 1 : 0);
    const lastAt = Math.max(sender.lastAt, receivedAt);
    const change = { packets: kept, bytes: storedBytes, repeats, isPlaced, lastAt };
    await senders.heard(sender, news, change);
    if (!isPlaced && added !== null) await makeRoom(transaction, scope, limits);
    return {
      kept: true,
      sender: { ...sender, ...change },
      packetId: added ?? (await packets.idOf(sender, digest)),
    } as const;
  });
}

async function makeRoom(db: Database, scope: Scope, limits: InboxLimits): Promise<void> {
  const senders = sendersStore(db);
  if ((await senders.bytesWaiting(scope)) <= limits.bytesWaiting) return;
  const largest = await senders.largestWaiting(scope);
  if (largest === null) return;
  await senders.change(scope, largest.id, await packetsStore(db).dropOldest(largest, droppedAtOnce));
}

/** Arrival of the first packet in a maker's format, and of the first one that was understood. Null: none yet. */
export interface FirstArrival {
  readonly reachedAt: Instant | null;
  readonly understoodAt: Instant | null;
  readonly isPlaced: boolean;
}

export async function findFirstArrival(db: Database, scope: Scope): Promise<FirstArrival> {
  const senders = await sendersStore(db).all(scope);
  const understood = senders.filter(({ dialect }) => dialect !== null);
  const earliest = (among: typeof senders) =>
    among.length === 0 ? null : Math.min(...among.map(({ firstAt }) => firstAt));
  return {
    reachedAt: earliest(senders),
    understoodAt: earliest(understood),
    isPlaced: understood.some(({ isPlaced }) => isPlaced),
  };
}

/** Reports that a device sends which is not installed anywhere yet. */
async function emitWaiting(transaction: Database, scope: Scope, news: SenderUpdate, at: Instant): Promise<void> {
  const { serial, installationId, name, model, dialect } = news;
  const data = { serial, name, model, format: dialect, siteId: installationId, since: new Date(at).toISOString() };
  const { organizationId } = scope;
  const key = `device/${serial}/waiting/${at}`;
  await emitWebhookEvents(transaction, [{ organizationId, installationId, type: 'device.waiting', key, at, data }]);
}
