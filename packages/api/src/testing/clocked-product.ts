import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { startAtrium } from '../main.ts';
import { readConfig } from '../platform/config/index.ts';
import { createLogger } from '../platform/logging/index.ts';
import { openRelationalStore } from '../platform/relational/index.ts';
import { readPidFile } from '../platform/relational/leftover-server.ts';

/** What the parent process may ask of the product it started as a child with this file. */
export type ClockedRequest =
  /** Milliseconds the product's clock runs ahead of the machine's. */
  | { readonly ahead: number }
  | { readonly twoFactor: { readonly email: string; readonly contact: 'email' | 'phone' | null } };

/** The whole product, as the environment says, by a clock that the parent process sets forward. */
let ahead = 0;
const logger = createLogger('warn');
const config = readConfig(process.env);
if (!config.ok) throw new Error(config.error.join('\n'));
const atrium = await startAtrium(config.value, logger, { now: () => Date.now() + ahead });
const pid = await readPidFile(join(config.value.dataFolder, 'postgres'));
const url = `postgres://atrium@localhost/postgres?host=${encodeURIComponent(pid?.socketFolder ?? '')}`;
const store = await openRelationalStore({ source: { url }, logger });

process.on('message', async (request: ClockedRequest) => {
  if ('ahead' in request) ahead = request.ahead;
  else {
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
