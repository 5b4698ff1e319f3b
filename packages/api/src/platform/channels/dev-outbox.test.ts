import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aClock } from '@atrium/testkit/time';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerDevOutbox } from './dev-outbox.routes.ts';
import { openOutboxFolder } from './outbox-folder.ts';

const clock = aClock('2026-03-01T08:00:00Z');
let folder: string;
let isAdministrator: boolean;
beforeEach(() => {
  isAdministrator = true;
  folder = mkdtempSync(join(tmpdir(), 'atrium-outbox-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const script = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;

function outbox() {
  const kept = openOutboxFolder(folder, clock);
  const routes = fastify();
  registerDevOutbox(routes, kept, async () => isAdministrator);
  const send = async (messageId: string, text: string) => {
    clock.time += 1000;
    return kept.channel('sms').deliver({ messageId, recipient: '+41791234567', content: { text } });
  };
  const mail = (messageId: string, html: string, text = 'text') =>
    kept
      .channel('mail')
      .deliver({ messageId, recipient: 'a@b.example', content: { subject: `Mail ${messageId}`, html, text } });
  return { routes, kept, send, mail };
}

test('an undelivered message is stored once, newest first, readable only by the owner', async () => {
  const { routes, send } = outbox();
  expect((await routes.inject('/dev/outbox')).body).toContain('appear here');
  await send('one', 'first');
  await send('two', 'second');
  await send('one', 'first');
  const { json } = await routes.inject('/dev/outbox.json');
  expect(json()).toMatchObject([
    { channel: 'sms', messageId: 'two', recipient: '+41791234567', content: { text: 'second' } },
    { messageId: 'one' },
  ]);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test('nothing in a message becomes markup of the page, and no page runs a script', async () => {
  const { routes, send, mail } = outbox();
  await send('text', script);
  await mail(
    'mail',
    `<p style="color:red">${script}</p>`,
    `See https://atrium.example/invitation?token=a&b=c now ${script}`,
  );
  for (const path of ['/dev/outbox', '/dev/outbox/text', '/dev/outbox/mail']) {
    const { body, headers } = await routes.inject(path);
    expect(body).not.toMatch(/<script|<img/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /);
    expect(headers['content-security-policy']).not.toContain('script-src');
  }
  const { body } = await routes.inject('/dev/outbox/mail');
  expect(body).toContain('sandbox=""');
  expect(body).toContain('srcdoc="&lt;p style=&quot;color:red&quot;&gt;');
  expect(body).toContain('<a href="https://atrium.example/invitation?token=a&amp;b=c">');
});

test('a wrong id is not found', async () => {
  const { routes, send } = outbox();
  await send('one', 'first');
  for (const path of ['/dev/outbox/two', '/dev/outbox/..%2Fsecret', '/dev/outbox/'])
    expect((await routes.inject(path)).statusCode).toBe(404);
});

test('is for signed-in administrators only, also on this machine', async () => {
  const { routes, send } = outbox();
  await send('one', 'secret words');
  isAdministrator = false;
  for (const url of ['/dev/outbox', '/dev/outbox?x', '/dev/outbox/one', '/dev/outbox/two', '/dev/outbox.json'])
    for (const host of ['demo.example', 'localhost:4000', '127.0.0.1:4000']) {
      const answer = await routes.inject({ url, remoteAddress: '127.0.0.1', headers: { host } });
      expect([url, host, answer.statusCode]).toEqual([url, host, 401]);
      expect(answer.body).not.toContain('secret words');
      expect(answer.body).toContain(url.endsWith('.json') ? 'sign in' : 'npm run -s atrium -- outbox');
    }
  isAdministrator = true;
  const answer = await routes.inject({ url: '/dev/outbox', remoteAddress: '203.0.113.9' });
  expect(answer.statusCode).toBe(200);
});
