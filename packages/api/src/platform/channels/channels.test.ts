import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { lookup } from 'node:dns';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress } from '../addresses/address-guard.ts';
import { deriveVapidKeys } from './channel-keys.ts';
import { createMailChannel } from './mail-channel.ts';
import {
  createJobChannel,
  createPostExternal,
  createPushChannel,
  parseMailServer,
  postToPublic,
} from './open-channels.ts';
import { createSmsChannel } from './sms-channel.ts';
import { startMailServer, type TestMailServer } from './testing/mail-server.ts';
import { testCertificate } from './testing/test-certificate.ts';

interface Call {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

let server: Server;
let origin: string;
let calls: Call[] = [];
let status = 201;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
afterEach(() => {
  calls = [];
  status = 201;
});

const sender = { name: 'Atrium', address: 'no-reply@atrium.example' };
const readFile = async (key: string) => (key === 'reports/1/a.txt' ? Buffer.from('inside') : null);
const mail = { subject: 'Größe & Maß', html: '<p>Hello</p>', text: 'Hello' };

describe('mail', () => {
  let smtp: TestMailServer;
  beforeAll(async () => {
    smtp = await startMailServer();
  });
  afterAll(() => smtp.close());

  it('arrives as HTML and text, with a stable id and the headers of automatic mail', async () => {
    const channel = createMailChannel(smtp.url, sender, readFile);
    const attachments = [{ filename: 'a.txt', contentType: 'text/plain', file: 'reports/1/a.txt' }];
    const delivery = { messageId: 'abc123', recipient: 'anna@example.com', content: { ...mail, attachments } };
    expect(await channel.deliver(delivery)).toEqual({ ok: true, value: undefined });
    expect(await channel.deliver({ ...delivery, messageId: 'other' })).toMatchObject({ ok: true });
    channel.close();
    const [first, second] = smtp.received;
    expect(first).toMatchObject({
      from: 'no-reply@atrium.example',
      to: ['anna@example.com'],
      messageId: '<abc123@atrium.example>',
    });
    expect(second?.messageId).toBe('<other@atrium.example>');
    for (const part of ['Auto-Submitted: auto-generated', 'text/plain', 'text/html', 'a.txt', btoa('inside')])
      expect(first?.raw).toContain(part);
  });

  it('fails permanently when an attachment is missing, instead of being sent without it', async () => {
    const channel = createMailChannel(smtp.url, sender, readFile);
    smtp.received.length = 0;
    const attachments = [{ filename: 'b.txt', contentType: 'text/plain', file: 'reports/1/b.txt' }];
    const delivery = { messageId: 'gone', recipient: 'anna@example.com', content: { ...mail, attachments } };
    expect(await channel.deliver(delivery)).toMatchObject({ error: { kind: 'permanent' } });
    expect(smtp.received).toEqual([]);
    channel.close();
  });

  it('accepts no second recipient or header from a value', async () => {
    const channel = createMailChannel(smtp.url, sender, readFile);
    smtp.received.length = 0;
    const content = { ...mail, subject: 'Hi\r\nBcc: spy@example.com' };
    await channel.deliver({ messageId: 'one', recipient: 'anna@example.com, spy@example.com', content });
    await channel.deliver({ messageId: 'two', recipient: 'anna@example.com', content });
    channel.close();
    expect(smtp.received.flatMap(({ to }) => to)).not.toContain('spy@example.com');
    for (const { raw } of smtp.received) expect(raw).not.toMatch(/^bcc:/im);
  });

  it('distinguishes temporary from permanent failures', async () => {
    const channel = createMailChannel(smtp.url, sender, readFile);
    const delivery = { messageId: 'abc', recipient: 'anna@example.com', content: mail };
    smtp.refuseWith = 550;
    expect(await channel.deliver(delivery)).toMatchObject({ error: { kind: 'permanent' } });
    smtp.refuseWith = 451;
    const busy = await channel.deliver(delivery);
    expect(busy).toMatchObject({ error: { kind: 'temporary' } });
    expect(JSON.stringify(busy)).not.toContain('anna');
    smtp.refuseWith = null;
    channel.close();
    const nobody = createMailChannel('smtp://127.0.0.1:1', sender, readFile);
    expect(await nobody.deliver(delivery)).toMatchObject({ error: { kind: 'temporary' } });
    nobody.close();
  });

  it('comes from the configured sender, else from no-reply at the product’s host', () => {
    const from = (smtpUrl: string, product = 'https://atrium.example') => parseMailServer(smtpUrl, product).from;
    expect(from('smtp://mx')).toEqual({ name: 'Atrium', address: 'no-reply@atrium.example' });
    expect(from('smtp://mx', 'http://127.0.0.1:4000').address).toBe('no-reply@localhost.localdomain');
    expect(from('smtp://mx?from=Sites%20%3Csites@a.example%3E')).toEqual({ name: 'Sites', address: 'sites@a.example' });
    expect(from('smtp://mx?from=sites@a.example').address).toBe('sites@a.example');
    expect(parseMailServer('smtp://u:p@mx:25?from=a@b.example&tls.servername=x', 'http://a').url).toBe(
      'smtp://u:p@mx:25?tls.servername=x',
    );
    expect(() => from('smtp://mx?from=nobody')).toThrow(/^SMTP_URL/);
  });
});

describe('text messages', () => {
  const text = { messageId: 'abc123', recipient: '+41791234567', content: { text: '123456 is your code' } };

  it('are posted as JSON under an id that makes retries idempotent', async () => {
    const address = `${origin.replace('http://', 'http://key:s%20cret@')}/send?sender=Atrium`;
    expect(await createSmsChannel(address).deliver(text)).toMatchObject({ ok: true });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.path).toBe('/send?sender=Atrium');
    expect(calls[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'abc123',
      authorization: `Basic ${Buffer.from('key:s cret').toString('base64')}`,
    });
    expect(JSON.parse(String(calls[0]?.body))).toEqual({
      to: '+41791234567',
      text: '123456 is your code',
      id: 'abc123',
    });
  });

  it('are retried only where that can help', async () => {
    for (const [answer, kind] of [
      [400, 'permanent'],
      [404, 'permanent'],
      [429, 'temporary'],
      [503, 'temporary'],
    ] as const) {
      status = answer;
      expect([answer, await createSmsChannel(origin).deliver(text)]).toMatchObject([answer, { error: { kind } }]);
    }
  });

  it('are not sent when a provider redirects, with any status', async () => {
    for (const answer of [301, 302, 303, 307, 308]) {
      status = answer;
      expect([answer, await createSmsChannel(origin).deliver(text)]).toMatchObject([
        answer,
        { error: { kind: 'temporary' } },
      ]);
    }
    expect(calls.map(({ path }) => path)).toEqual(['/', '/', '/', '/', '/']);
  });
});

/** Decrypts a push message like a browser: RFC 8291, section 3.4, and RFC 8188 with one record. */
function readPush(body: Buffer, browser: ECDH, auth: string): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
  const shared = browser.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = hkdfSync('sha256', shared, Buffer.from(auth, 'base64url'), info, 32);
  const derive = (word: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${word}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const record = body.subarray(21 + sender.length);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

describe('notifications to browsers', () => {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  const content = { title: 'Too many people', body: 'Hall: 912 of 900', path: '/alerts/3', keys } as const;
  const own = deriveVapidKeys('a secret of this test alone');
  const post = async (
    address: string,
    { headers, body }: { headers: Record<string, string | number>; body: Buffer },
  ) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    });
    return answer.status;
  };
  const channel = createPushChannel({
    keys: own,
    subject: 'https://atrium.example',
    post: post as typeof postToPublic,
  });
  const deliver = () => channel.deliver({ messageId: 'a'.repeat(40), recipient: `${origin}/push/1`, content });

  it('are encrypted for the browser and signed by the installation', async () => {
    expect(await deliver()).toMatchObject({ ok: true });
    const [call] = calls;
    expect(call?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: 'a'.repeat(32), ttl: '86400' });
    expect(String(call?.body)).not.toContain('Hall');
    const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(call?.headers.authorization ?? '') ?? [];
    expect(publicKey).toBe(own.publicKey);
    const point = Buffer.from(publicKey, 'base64url');
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const { payload } = await jwtVerify(token, key);
    expect(payload).toMatchObject({ aud: origin, sub: 'https://atrium.example' });
  });

  it('can be read only by the browser that subscribed', async () => {
    await deliver();
    const body = calls[0]?.body ?? Buffer.alloc(0);
    const { keys: _ours, ...shown } = content;
    expect(JSON.parse(readPush(body, browser, keys.auth))).toEqual({ ...shown, id: 'a'.repeat(40) });
    const other = createECDH('prime256v1');
    other.generateKeys();
    expect(() => readPush(body, other, keys.auth)).toThrow();
  });

  it('report when a subscription has ended', async () => {
    for (const [answer, kind] of [
      [404, 'gone'],
      [410, 'gone'],
      [413, 'permanent'],
      [429, 'temporary'],
      [500, 'temporary'],
    ] as const) {
      status = answer;
      expect([answer, await deliver()]).toMatchObject([answer, { error: { kind } }]);
    }
  });

  it('are signed with the same key for the same secret', () => {
    expect(deriveVapidKeys('a secret of this test alone')).toEqual(own);
    expect(deriveVapidKeys('another').publicKey).not.toBe(own.publicKey);
  });
});

describe('external addresses', () => {
  it('are posted to on the public internet only', async () => {
    const closed = [
      '127.0.0.1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '0.0.0.0',
      '100.64.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      'nonsense',
      '',
    ];
    for (const address of closed) expect([address, isPublicAddress(address)]).toEqual([address, false]);
    for (const address of ['8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111'])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });

  it('are refused before any connection is opened', async () => {
    const post = { headers: {}, body: Buffer.alloc(0) };
    const { port } = server.address() as AddressInfo;
    for (const address of [
      origin,
      `https://127.0.0.1:${port}`,
      `https://[::1]:${port}`,
      `https://localhost:${port}`,
      `https://2130706433:${port}`,
    ])
      await expect(postToPublic(address, post), address).rejects.toThrow(/public internet|only https/);
    expect(calls).toEqual([]);
  });

  it('are called where an operator allows their network, and nowhere else in it', async () => {
    const post = { headers: {}, body: Buffer.alloc(0) };
    const { port } = server.address() as AddressInfo;
    const onSite = createPostExternal(['127.0.0.0/8']);
    // The port does not speak TLS, so a TLS error proves that the address was called.
    for (const address of [`https://127.0.0.1:${port}`, `https://localhost:${port}`])
      await expect(onSite(address, post), address).rejects.toThrow(/EPROTO|wrong version|SSL|socket/i);
    for (const address of [`https://[::1]:${port}`, 'https://10.0.0.1', origin])
      await expect(onSite(address, post), address).rejects.toThrow(/CALLABLE_NETWORKS|only https/);
    expect(calls).toEqual([]);
  });

  it('are called at the address of a single lookup', async () => {
    const post = { headers: {}, body: Buffer.alloc(0) };
    const { port } = server.address() as AddressInfo;
    const answers = [['10.0.0.1', '127.0.0.1'], ['10.0.0.1']];
    const asked: string[] = [];
    const lookUp = ((name: string, _options: object, done: (error: null, found: object[]) => void) => {
      asked.push(name);
      done(
        null,
        (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
      );
    }) as typeof lookup;
    const onSite = createPostExternal(['127.0.0.0/8'], lookUp);
    await expect(onSite(`https://receiver.example:${port}`, post)).rejects.toThrow(/EPROTO|wrong version|SSL|socket/i);
    expect(asked).toEqual(['receiver.example']);
    await expect(onSite(`https://receiver.example:${port}`, post)).rejects.toThrow('CALLABLE_NETWORKS');
    expect(asked).toHaveLength(2);
  });

  it('are called only with a trusted certificate, and redirects are not followed', async () => {
    const elsewhere: unknown[] = [];
    const receiver = createSecureServer(testCertificate, (request, response) => {
      if (request.url !== '/job') elsewhere.push(request.url);
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void receiver.close());
    const channel = createJobChannel({
      keyOf: async () => 'a key of this test alone',
      clock: { now: () => Date.now() },
      post: createPostExternal(['127.0.0.0/8']),
    });
    const recipient = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/job`;
    const delivery = { messageId: 'one', recipient, content: { body: '{}', organizationId: 1 } };
    const mistrust = { kind: 'temporary', reason: expect.stringContaining('self-signed certificate') };
    expect(await channel.deliver(delivery)).toEqual({ ok: false, error: mistrust });
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, testCertificate.cert]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    for (const answer of [301, 302, 303, 307, 308]) {
      status = answer;
      const reason = `the address called: ${answer}`;
      expect(await channel.deliver(delivery)).toEqual({ ok: false, error: { kind: 'permanent', reason } });
    }
    expect(elsewhere).toEqual([]);
  });
});
