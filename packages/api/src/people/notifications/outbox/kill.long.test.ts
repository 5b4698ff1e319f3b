import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startMailServer, type TestMailServer } from '../../../platform/channels/testing/mail-server.ts';
import { programFile } from '../../../platform/testing/program-file.ts';

let folder: string;
let smtp: TestMailServer;
let child: ChildProcess | null = null;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-outbox-kill-'));
  smtp = await startMailServer();
});
afterAll(async () => {
  if (child !== null && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that enqueues and sends until it is killed, and prints which messages it committed. */
function startSender(round: number) {
  const program = programFile('people/notifications/outbox/testing/send-until-killed.ts');
  const sender = spawn(process.execPath, [program, String(round)], {
    env: { PATH: process.env.PATH, ATRIUM_DATA_DIR: folder, SMTP_URL: smtp.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = sender;
  const said = { text: '' };
  sender.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.text += text;
  });
  return { sender, said };
}

const subjects = () => smtp.received.map(({ raw }) => /^subject: *(\S+)/im.exec(raw)?.[1] ?? '');

test('kill -9 loses no committed mail, and sends none under two ids', { timeout: 90_000 }, async () => {
  const kills = 5;
  const committed = new Set<string>();
  for (let round = 1; round <= kills; round += 1) {
    const before = smtp.received.length;
    const { sender, said } = startSender(round);
    await vi.waitFor(() => expect(said.text).toContain('m'), { timeout: 20_000 });
    await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThan(before), { timeout: 20_000 });
    await delay(20 + round * 30);
    sender.kill('SIGKILL');
    await once(sender, 'close');
    for (const name of said.text.split('\n').slice(0, -1)) committed.add(name);
  }
  const { sender } = startSender(0);
  await vi.waitFor(() => expect([...committed].filter((name) => !subjects().includes(name))).toEqual([]), {
    timeout: 30_000,
    interval: 50,
  });
  sender.kill('SIGKILL');
  await once(sender, 'close');
  expect(committed.size).toBeGreaterThanOrEqual(kills);
  const ids = new Map<string, Set<string>>();
  for (const [index, subject] of subjects().entries())
    ids.set(subject, (ids.get(subject) ?? new Set()).add(smtp.received[index]?.messageId ?? ''));
  for (const [subject, seen] of ids) expect([subject, seen.size]).toEqual([subject, 1]);
  // A process killed between the server's acceptance and its own commit sends those messages again, at most one batch.
  expect(smtp.received.length - ids.size).toBeLessThanOrEqual(kills * 10);
});
