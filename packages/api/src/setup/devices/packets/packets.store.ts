import type { Instant } from '@atrium/domain/core';
import { and, asc, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { devicePackets, deviceSenders, type PacketContents } from '../devices.schema.ts';
import type { Sender } from './senders.store.ts';

/** A sender's packet as parsed on arrival, or later after field maps changed. */
export interface StoredPacket {
  readonly id: number;
  readonly receivedAt: Instant;
  /** Null until the body is read in this form. */
  readonly contents: PacketContents | null;
}

/** A stored packet with its body as received. */
export interface RawPacket extends StoredPacket {
  readonly body: string;
}

const columns = { id: devicePackets.id, receivedAt: devicePackets.receivedAt, contents: devicePackets.contents };
const columnsWithBody = { ...columns, body: devicePackets.body };
const packetOf = <Row extends { readonly receivedAt: Date }>({ receivedAt, ...row }: Row) => ({
  ...row,
  receivedAt: receivedAt.getTime(),
});

/** Packets that devices sent. Callers have already checked the sender against the scope. */
export function packetsStore(db: Database) {
  const of = ({ id }: Pick<Sender, 'id'>) => eq(devicePackets.senderId, id);
  return {
    /** Returns the new packet's id, or null if the same packet is already stored. */
    async insert(
      sender: Sender,
      packet: {
        readonly receivedAt: Instant;
        readonly at: Instant;
        readonly body: string;
        readonly contents: PacketContents;
        readonly digest: string;
        readonly bytes: number;
      },
    ): Promise<number | null> {
      const values = {
        ...packet,
        senderId: sender.id,
        receivedAt: new Date(packet.receivedAt),
        at: new Date(packet.at),
      };
      const [row] = await db
        .insert(devicePackets)
        .values(values)
        .onConflictDoNothing()
        .returning({ id: devicePackets.id });
      return row?.id ?? null;
    },

    /** Returns the id of a stored packet, or -1. */
    async idOf(sender: Pick<Sender, 'id'>, digest: string): Promise<number> {
      const [row] = await db
        .select({ id: devicePackets.id })
        .from(devicePackets)
        .where(and(of(sender), eq(devicePackets.digest, digest)));
      return row?.id ?? -1;
    },

    async newest(sender: Pick<Sender, 'id'>, most: number): Promise<readonly StoredPacket[]> {
      const rows = await db
        .select(columns)
        .from(devicePackets)
        .where(of(sender))
        .orderBy(desc(devicePackets.at), desc(devicePackets.id))
        .limit(most);
      return rows.map(packetOf);
    },

    /** Returns the newest packets with their bodies. */
    async newestRaw(sender: Pick<Sender, 'id'>, most: number): Promise<readonly RawPacket[]> {
      const rows = await db
        .select(columnsWithBody)
        .from(devicePackets)
        .where(of(sender))
        .orderBy(desc(devicePackets.at), desc(devicePackets.id))
        .limit(most);
      return rows.map(packetOf);
    },

    /**
     * Returns the ids, ascending, of an organization's packets that field maps may read: not understood, read by a map,
     * or without a number and from a device that waits.
     */
    async idsForMaps({ organizationId }: Scope): Promise<readonly number[]> {
      const packet = sql`${devicePackets.contents} -> 'packet'`;
      const isForMaps = sql`(coalesce(${packet} ->> 'dialect', 'fieldMap') = 'fieldMap' or (not ${deviceSenders.isPlaced} and ${packet} -> 'told' = '[]'::jsonb))`;
      const rows = await db
        .select({ id: devicePackets.id })
        .from(devicePackets)
        .innerJoin(deviceSenders, eq(devicePackets.senderId, deviceSenders.id))
        .where(and(eq(deviceSenders.organizationId, organizationId), isForMaps))
        .orderBy(asc(devicePackets.id));
      return rows.map(({ id }) => id);
    },

    /** Returns packets with bodies and sender ids, ordered by id. */
    async withBodies(ids: readonly number[]): Promise<readonly (RawPacket & { readonly senderId: number })[]> {
      const rows = await db
        .select({ ...columnsWithBody, senderId: devicePackets.senderId })
        .from(devicePackets)
        .where(inArray(devicePackets.id, [...ids]))
        .orderBy(asc(devicePackets.id));
      return rows.map(packetOf);
    },

    async bodyOf(packetId: number): Promise<string | null> {
      const [row] = await db
        .select({ body: devicePackets.body })
        .from(devicePackets)
        .where(eq(devicePackets.id, packetId));
      return row?.body ?? null;
    },

    /** Returns packets up to a time, and the next ones after it. */
    async around(
      sender: Pick<Sender, 'id'>,
      at: Instant,
      before: number,
      after: number,
    ): Promise<readonly StoredPacket[]> {
      const earlier = await db
        .select(columns)
        .from(devicePackets)
        .where(and(of(sender), lte(devicePackets.at, new Date(at))))
        .orderBy(desc(devicePackets.at), desc(devicePackets.id))
        .limit(before);
      const later = await db
        .select(columns)
        .from(devicePackets)
        .where(and(of(sender), gt(devicePackets.at, new Date(at))))
        .orderBy(asc(devicePackets.at), asc(devicePackets.id))
        .limit(after);
      return [...earlier, ...later].map(packetOf);
    },

    /** Stores the parsed packet and the time it is about. */
    async setContents(packetId: number, contents: PacketContents, at: Instant): Promise<void> {
      await db
        .update(devicePackets)
        .set({ contents, at: new Date(at) })
        .where(eq(devicePackets.id, packetId));
    },

    async drop(sender: Pick<Sender, 'id'>, packetId: number): Promise<void> {
      await db.delete(devicePackets).where(and(of(sender), eq(devicePackets.id, packetId)));
    },

    /** Deletes the oldest packets and returns what is left. */
    async dropOldest(
      sender: Pick<Sender, 'id'>,
      count: number,
    ): Promise<{ readonly packets: number; readonly bytes: number }> {
      const oldest = db
        .select({ id: devicePackets.id })
        .from(devicePackets)
        .where(of(sender))
        .orderBy(asc(devicePackets.receivedAt), asc(devicePackets.id))
        .limit(count);
      await db.delete(devicePackets).where(inArray(devicePackets.id, oldest));
      return this.keptOf(sender);
    },

    async keptOf(sender: Pick<Sender, 'id'>): Promise<{ readonly packets: number; readonly bytes: number }> {
      const [row] = await db
        .select({ packets: sql<string>`count(*)`, bytes: sql<string | null>`sum(${devicePackets.bytes})` })
        .from(devicePackets)
        .where(of(sender));
      return { packets: Number(row?.packets ?? 0), bytes: Number(row?.bytes ?? 0) };
    },

    /**
     * Deletes all packets received before a time and recounts their senders. Deletes waiting devices that have none
     * left.
     */
    async dropBefore(at: Instant): Promise<void> {
      const gone = await db
        .delete(devicePackets)
        .where(lt(devicePackets.receivedAt, new Date(at)))
        .returning({ senderId: devicePackets.senderId });
      for (const senderId of new Set(gone.map((row) => row.senderId))) {
        const kept = await this.keptOf({ id: senderId });
        await db.update(deviceSenders).set(kept).where(eq(deviceSenders.id, senderId));
      }
      await db
        .delete(deviceSenders)
        .where(
          and(eq(deviceSenders.packets, 0), eq(deviceSenders.isPlaced, false), lt(deviceSenders.lastAt, new Date(at))),
        );
    },
  };
}
