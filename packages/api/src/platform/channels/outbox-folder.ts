import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, err, type Instant, ok } from '@atrium/domain/core';
import type { Channel, Delivery } from './channel.ts';

/** Message that is stored instead of delivered. */
export type StoredMessage = {
  readonly [Name in 'mail' | 'sms']: Delivery<Name> & { readonly channel: Name; readonly at: Instant };
}['mail' | 'sms'];

/** Maximum number of messages; older ones are deleted. */
const maxMessages = 500;

const form = /^\d{15}-[\w-]+\.json$/;
const fileName = (at: Instant, messageId: string) => `${String(at).padStart(15, '0')}-${messageId}.json`;

/** Stores mails and texts as files of the data folder, readable only by its owner, while no server is configured. */
export function openOutboxFolder(folder: string, clock: Clock) {
  const names = async () => (await readdir(folder)).filter((name) => form.test(name)).sort();

  async function keep(message: StoredMessage): Promise<void> {
    const there = await names();
    // A repeated delivery is already stored.
    if (there.some((name) => name.endsWith(`-${message.messageId}.json`))) return;
    const unfinished = join(folder, `${randomUUID()}.new`);
    await writeFile(unfinished, JSON.stringify(message), { mode: 0o600 });
    await rename(unfinished, join(folder, fileName(message.at, message.messageId)));
    for (const old of there.slice(0, Math.max(0, there.length + 1 - maxMessages)))
      await rm(join(folder, old), { force: true });
  }

  function channel<Name extends 'mail' | 'sms'>(name: Name): Channel<Name> {
    return {
      async deliver(delivery) {
        try {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          await keep({ ...delivery, channel: name, at: clock.now() } as StoredMessage);
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
    /** Returns all messages, newest first. */
    async all(): Promise<readonly StoredMessage[]> {
      const messages = await Promise.all((await names()).toReversed().map((name) => read(join(folder, name))));
      return messages.filter((message) => message !== null);
    },
  };
}

export type OutboxFolder = ReturnType<typeof openOutboxFolder>;

/** Returns null when the file was deleted meanwhile. */
async function read(path: string): Promise<StoredMessage | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return null;
  }
}
