import type { Instant } from '@atrium/domain/core';
import { and, asc, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { devicePackets, deviceSenders, type PacketContents } from '../devices.schema.ts';
import type { Sender } from './senders.store.ts';

/** What its sender said in a body, as it was read when it came or when field maps changed. */
export interface StoredPacket {
  readonly id: number;
  readonly receivedAt: Instant;
  /** null: nobody has read the body in this form yet. */
  readonly contents: PacketContents | null;
}

/** The same with the body as it came. */
export interface RawPacket extends StoredPacket {
  readonly body: string;
}

const columns = { id: devicePackets.id, receivedAt: devicePackets.receivedAt, contents: devicePackets.contents };
const columnsWithBody = { ...columns, body: devicePackets.body };
const packetOf = <Row extends { readonly receivedAt: Date }>({ receivedAt, ...row }: Row) => ({
  ...row,
  receivedAt: receivedAt.getTime(),
});

/** What devices sent. Whoever names a sender has found it within a scope. */
export function packetsStore(db: Database) {
  const of = ({ id }: Pick<Sender, 'id'>) => eq(devicePackets.senderId, id);
  return {
    /** The new packet's id, or null where the same was kept before. */
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

    /** Of one that is kept. */
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

    /** The newest with their bodies. */
    async newestRaw(sender: Pick<Sender, 'id'>, most: number): Promise<readonly RawPacket[]> {
      const rows = await db
        .select(columnsWithBody)
        .from(devicePackets)
        .where(of(sender))
        .orderBy(desc(devicePackets.at), desc(devicePackets.id))
        .limit(most);
      return rows.map(packetOf);
    },

    /** Those of an organization that field maps may read, in the order of their ids: not understood, or read by a map. */
    async idsForMaps({ organizationId }: Scope): Promise<readonly number[]> {
      const isForMaps = sql`coalesce(${devicePackets.contents} -> 'packet' ->> 'dialect', 'fieldMap') = 'fieldMap'`;
      const rows = await db
        .select({ id: devicePackets.id })
        .from(devicePackets)
        .innerJoin(deviceSenders, eq(devicePackets.senderId, deviceSenders.id))
        .where(and(eq(deviceSenders.organizationId, organizationId), isForMaps))
        .orderBy(asc(devicePackets.id));
      return rows.map(({ id }) => id);
    },

    /** In the order of their ids, with whose they are. */
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

    /** Those about the time and before, and the next ones after it. */
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

    /** What its sender said in it, as it is read now, and the time that is about. */
    async setContents(packetId: number, contents: PacketContents, at: Instant): Promise<void> {
      await db
        .update(devicePackets)
        .set({ contents, at: new Date(at) })
        .where(eq(devicePackets.id, packetId));
    },

    async drop(sender: Pick<Sender, 'id'>, packetId: number): Promise<void> {
      await db.delete(devicePackets).where(and(of(sender), eq(devicePackets.id, packetId)));
    },

    /** Lets go of so many of the oldest, and says what is left. */
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

    /** Whatever came before, of anybody; what senders keep is counted anew. Devices that wait and keep nothing go. */
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
