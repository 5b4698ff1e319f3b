import { type InstallationId, type Instant, id } from '@atrium/domain/core';
import type { DialectId, PacketMarkKind } from '@atrium/domain/setup/devices';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { isOfSite, type Scope, type SiteRef } from '../../../platform/tenancy/index.ts';
import { devices } from '../../../sites/sites.schema.ts';
import { deviceSenders } from '../devices.schema.ts';
import type { FormerDevice } from '../former-device.ts';

export interface Sender {
  readonly id: number;
  readonly serial: string;
  readonly installationId: InstallationId | null;
  readonly dialect: DialectId | null;
  readonly name: string | null;
  readonly model: string | null;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly packets: number;
  readonly bytes: number;
  readonly repeats: number;
  readonly battery: number | null;
  readonly signal: number | null;
  readonly firmware: string | null;
  readonly marks: readonly PacketMarkKind[];
  readonly swapped: boolean;
  readonly isPlaced: boolean;
  readonly toReplay: boolean;
  readonly former: readonly FormerDevice[] | null;
}

/** Facts about a sender in a packet. Null leaves the stored value unchanged. */
export interface SenderUpdate {
  readonly serial: string;
  readonly installationId: InstallationId | null;
  readonly dialect: DialectId | null;
  readonly name: string | null;
  readonly model: string | null;
  readonly battery: number | null;
  readonly signal: number | null;
  readonly firmware: string | null;
}

/** Maximum number of listed senders, newest first. */
export const maxSenders = 1_000;

export function sendersStore(db: Database) {
  const own = (scope: Scope) => eq(deviceSenders.organizationId, scope.organizationId);
  return {
    async all(scope: Scope): Promise<readonly Sender[]> {
      const rows = await db
        .select()
        .from(deviceSenders)
        .where(own(scope))
        .orderBy(desc(deviceSenders.lastAt), desc(deviceSenders.id))
        .limit(maxSenders);
      return rows.map(senderOf);
    },

    /** Returns null if the sender does not exist or belongs to another organization. */
    async find(scope: Scope, senderId: number): Promise<Sender | null> {
      const [row] = await db
        .select()
        .from(deviceSenders)
        .where(and(own(scope), eq(deviceSenders.id, senderId)));
      return row === undefined ? null : senderOf(row);
    },

    async findBySerial(scope: Scope, serial: string): Promise<Sender | null> {
      const [row] = await db
        .select()
        .from(deviceSenders)
        .where(and(own(scope), eq(deviceSenders.serial, serial)));
      return row === undefined ? null : senderOf(row);
    },

    /** Locks the row until the transaction ends. */
    async hold(scope: Scope, serial: string): Promise<Sender | null> {
      const [row] = await db
        .select()
        .from(deviceSenders)
        .where(and(own(scope), eq(deviceSenders.serial, serial)))
        .for('update');
      return row === undefined ? null : senderOf(row);
    },

    async count(scope: Scope): Promise<number> {
      return db.$count(deviceSenders, own(scope));
    },

    async bytesWaiting(scope: Scope): Promise<number> {
      const [row] = await db
        .select({ bytes: sql<string | null>`sum(${deviceSenders.bytes})` })
        .from(deviceSenders)
        .where(and(own(scope), eq(deviceSenders.isPlaced, false)));
      return Number(row?.bytes ?? 0);
    },

    /** Returns the waiting sender that stores the most bytes. */
    async largestWaiting(scope: Scope): Promise<Sender | null> {
      const [row] = await db
        .select()
        .from(deviceSenders)
        .where(and(own(scope), eq(deviceSenders.isPlaced, false)))
        .orderBy(desc(deviceSenders.bytes))
        .limit(1);
      return row === undefined ? null : senderOf(row);
    },

    /** Does nothing if another request inserted the sender first. */
    async insert(scope: Scope, news: SenderUpdate, at: Instant): Promise<void> {
      const seen = { firstAt: new Date(at), lastAt: new Date(at), marks: [] };
      await db
        .insert(deviceSenders)
        .values({ ...rounded(news), ...seen, organizationId: scope.organizationId })
        .onConflictDoNothing();
    },

    async heard(sender: Sender, news: SenderUpdate, change: Partial<Sender>): Promise<void> {
      const { serial: _serial, installationId: _installation, ...told } = rounded(news);
      const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
      const { firstAt: _first, lastAt, ...rest } = change;
      await db
        .update(deviceSenders)
        .set({ ...known, ...rest, ...(lastAt === undefined ? {} : { lastAt: new Date(lastAt) }) })
        .where(eq(deviceSenders.id, sender.id));
    },

    async change(
      scope: Scope,
      senderId: number,
      change: Partial<Pick<Sender, 'swapped' | 'isPlaced' | 'toReplay' | 'former' | 'packets' | 'bytes' | 'marks'>>,
    ): Promise<void> {
      await db
        .update(deviceSenders)
        .set(change)
        .where(and(own(scope), eq(deviceSenders.id, senderId)));
    },

    async remove(scope: Scope, senderId: number): Promise<void> {
      await db.delete(deviceSenders).where(and(own(scope), eq(deviceSenders.id, senderId)));
    },
  };
}

/** Deletes devices that sent with a key of the site. Others that were installed there wait for placement again. */
export async function releaseSiteSenders(db: Database, site: SiteRef): Promise<void> {
  const { organization, installation } = site;
  const installed = db.select({ serial: devices.serial }).from(devices).where(eq(devices.installationId, installation));
  await db.delete(deviceSenders).where(isOfSite(deviceSenders, site));
  await db
    .update(deviceSenders)
    .set({ isPlaced: false, toReplay: false, former: null })
    .where(and(eq(deviceSenders.organizationId, organization), inArray(deviceSenders.serial, installed)));
}

const rounded = (news: SenderUpdate) => ({
  ...news,
  battery: news.battery === null ? null : Math.max(0, Math.min(100, Math.round(news.battery))),
  signal: news.signal === null ? null : Math.max(-999, Math.min(999, Math.round(news.signal))),
});

function senderOf({
  firstAt,
  lastAt,
  installationId,
  organizationId: _,
  ...row
}: typeof deviceSenders.$inferSelect): Sender {
  return {
    ...row,
    installationId: installationId === null ? null : id<InstallationId>(installationId),
    firstAt: firstAt.getTime(),
    lastAt: lastAt.getTime(),
  };
}
