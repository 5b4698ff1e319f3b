import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, err, type Instant, ok } from '@atrium/domain/core';
import type { Channel, Delivery } from './channel.ts';

/** A message that nobody carries further. */
export type KeptMessage = {
  readonly [Name in 'mail' | 'sms']: Delivery<Name> & { readonly channel: Name; readonly at: Instant };
}['mail' | 'sms'];

/** The oldest go when there are more. */
const mostKept = 500;

const form = /^\d{15}-[\w-]+\.json$/;
const fileName = (at: Instant, messageId: string) => `${String(at).padStart(15, '0')}-${messageId}.json`;

/** Where mails and texts go while no server for them is set: files of the data folder, for its owner's eyes. */
export function outboxFolder(folder: string, clock: Clock) {
  const names = async () => (await readdir(folder)).filter((name) => form.test(name)).sort();

  async function keep(message: KeptMessage): Promise<void> {
    const there = await names();
    // Handed in again: it is here already.
    if (there.some((name) => name.endsWith(`-${message.messageId}.json`))) return;
    const unfinished = join(folder, `${randomUUID()}.new`);
    await writeFile(unfinished, JSON.stringify(message), { mode: 0o600 });
    await rename(unfinished, join(folder, fileName(message.at, message.messageId)));
    for (const old of there.slice(0, Math.max(0, there.length + 1 - mostKept)))
      await rm(join(folder, old), { force: true });
  }

  function channel<Name extends 'mail' | 'sms'>(name: Name): Channel<Name> {
    return {
      async deliver(delivery) {
        try {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          await keep({ ...delivery, channel: name, at: clock.now() } as KeptMessage);
          return ok(undefined);
        } catch (error) {
          return err({ kind: 'temporary', reason: `the outbox folder: ${(error as NodeJS.ErrnoException).code}` });
        }
      },
      close: () => {},
    };
  }

  return {
    channel,
    /** Newest first. */
    async all(): Promise<readonly KeptMessage[]> {
      const messages = await Promise.all((await names()).toReversed().map((name) => read(join(folder, name))));
      return messages.filter((message) => message !== null);
    },
  };
}

export type OutboxFolder = ReturnType<typeof outboxFolder>;

/** null: gone while the folder was read. */
async function read(path: string): Promise<KeptMessage | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return null;
  }
}
