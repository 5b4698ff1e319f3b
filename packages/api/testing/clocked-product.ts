import { join } from 'node:path';
import { id, type OrganizationId } from '@atrium/domain/core';
import { sql } from 'drizzle-orm';
import { startAtrium } from '../src/app/main.ts';
import { createUnsubscribing } from '../src/people/access/unsubscribe.ts';
import { createLinks } from '../src/people/notifications/index.ts';
import { readConfig } from '../src/platform/config/read-config.ts';
import { readPassword } from '../src/platform/relational/embedded-postgres.ts';
import { openRelationalStore } from '../src/platform/relational/relational-store.ts';
import { readPidFile } from '../src/platform/relational/stop-leftover-server.ts';
import { createLogger } from '../src/platform/telemetry/logger.ts';
import { systemScope } from '../src/platform/tenancy/index.ts';

/** Requests that a parent process may send to the product it started with this file. */
export type ClockedRequest =
  /** ms by which the product's clock runs ahead of the machine's. */
  | { readonly ahead: number }
  /** Answered with the unsubscribe link of a report's mails to that address. */
  | { readonly unsubscribeLink: string }
  | { readonly twoFactor: { readonly email: string; readonly contact: 'email' | 'phone' | null } };

/** The whole product, configured by the environment, with a clock that the parent process can advance. */
let ahead = 0;
const clock = { now: () => Date.now() + ahead };
const logger = createLogger('debug');
const config = readConfig(process.env);
if (!config.ok) throw new Error(config.error.join('\n'));
const atrium = await startAtrium(config.value, logger, clock);
const folder = join(config.value.dataFolder, 'postgres');
const pid = await readPidFile(folder);
const url = `postgres://atrium:${await readPassword(folder)}@localhost/postgres?host=${encodeURIComponent(pid?.socketFolder ?? '')}`;
const store = await openRelationalStore({ source: { url }, logger });
const unsubscribing = createUnsubscribing({ db: store.db, clock, links: createLinks(() => atrium.address) });
const { rows } = await store.db.execute<{ id: number }>(sql`select min(id) as id from organizations`);
const somebodysScope = systemScope(id<OrganizationId>(rows[0]?.id ?? 0));

process.on('message', async (request: ClockedRequest) => {
  if ('ahead' in request) ahead = request.ahead;
  else if ('unsubscribeLink' in request) {
    process.send?.(
      await unsubscribing.unsubscribeLink(store.db, somebodysScope, { reportId: 1, email: request.unsubscribeLink }),
    );
    return;
  } else {
    const { email, contact } = request.twoFactor;
    const phone = contact === 'phone' ? sql`, phone = '+41791234567', is_phone_verified = true` : sql``;
    await store.db.execute(sql`update users set otp_contact = ${contact}${phone} where email = ${email}`);
  }
  process.send?.('done');
});

async function stop(): Promise<void> {
  await store.close();
  await atrium.close();
  process.exit(0);
}

process.on('SIGTERM', () => void stop());
process.on('disconnect', () => void stop());
process.send?.(atrium.address);
