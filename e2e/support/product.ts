import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMailServer, type TestMailServer } from '../../packages/api/src/platform/channels/testing/mail-server.ts';
import type { ClockedRequest } from '../../packages/api/testing/clocked-product.ts';
import { freePort } from './free-port.ts';
import { test as base, expect } from './journey.ts';
import { type OpenidProvider, startOpenidProvider } from './openid-provider.ts';

/** A separate instance for journeys that need mails, an identity provider, or another time. */
export interface Product {
  readonly address: string;
  readonly provider: OpenidProvider;
  /** The product's clock, epoch ms. */
  now(): number;
  /** Advances the product's clock. */
  pass(milliseconds: number): Promise<void>;
  setTwoFactor(email: string, contact: 'email' | 'phone' | null): Promise<void>;
  /** The unsubscribe link of a report mail: the page, and the mail's headers. */
  unsubscribeLink(
    email: string,
  ): Promise<{ readonly page: string; readonly headers: Readonly<Record<string, string>> }>;
  /** Discards unread mails, so that the next mail is the expected one. */
  skipMails(email: string): void;
  /** Waits for the next mail to a person and returns its text. Each mail is read once. */
  mailTo(email: string): Promise<string>;
  /** Returns the number of unread mails of a person. */
  mailsFor(email: string): number;
  /** Text messages received by the SMS gateway. */
  readonly texts: readonly { readonly to: string; readonly text: string }[];
}

/** Timeout for a busy machine, ms. */
const START_WITHIN = 240_000;

async function startProduct(settings: Settings): Promise<{ product: Product; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-e2e-'));
  const mails = await startMailServer();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const provider = await startOpenidProvider(address);
  const texts = await startPhoneCompany();
  const child = fork(path.resolve(import.meta.dirname, '../../packages/api/testing/clocked-product.ts'), {
    env: {
      ...process.env,
      PORT: String(port),
      ATRIUM_DATA_DIR: folder,
      ATRIUM_DEMO: '1',
      // These journeys are about people and hardly need numbers.
      ATRIUM_DEMO_DAYS: '10',
      ATRIUM_SIMULATOR: '0',
      MQTT_PORT: 'off',
      SMTP_URL: mails.url,
      SMS_URL: texts.url,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'atrium',
      OIDC_CLIENT_SECRET: provider.secret,
      OIDC_NAME: 'Rive SSO',
      RETAILER_OIDC_ISSUER: provider.issuer,
      RETAILER_OIDC_CLIENT_ID: 'atrium-retailer',
      RETAILER_OIDC_CLIENT_SECRET: provider.secret,
      ...settings,
    },
    silent: true,
  });
  await ready(child);
  return {
    product: { address, provider, texts: texts.received, ...controls(child, mails) },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await Promise.all([provider.close(), mails.close(), texts.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for its first message. A process that ends before fails at once with its output. */
async function ready(child: ChildProcess): Promise<void> {
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-5000);
    });
  const started = Date.now();
  const fails = (how: string) => new Error(`the product ${how} after ${Date.now() - started} ms:\n${said}`);
  const giveUp = AbortSignal.timeout(START_WITHIN);
  await Promise.race([
    once(child, 'message', { signal: giveUp }).catch(() => {
      throw fails('had not started');
    }),
    once(child, 'exit').then(([code, signal]) => {
      throw fails(`ended with ${signal ?? code}`);
    }),
  ]);
}

function controls(child: ChildProcess, mails: TestMailServer) {
  let ahead = 0;
  const read = new Set<object>();
  // Ignores the demo's reports, which are sent when a journey passes their hour, and the exports after the start.
  const isByItself = ({ raw }: { readonly raw: string }) => /^(list-unsubscribe:|subject: your data:)/im.test(raw);
  const unread = (email: string) =>
    mails.received.filter((mail) => mail.to.includes(email) && !read.has(mail) && !isByItself(mail));
  const tell = async (request: ClockedRequest) => {
    const done = once(child, 'message');
    child.send(request);
    const [answer] = await done;
    return answer;
  };
  return {
    now: () => Date.now() + ahead,
    pass: async (milliseconds: number) => {
      ahead += milliseconds;
      await tell({ ahead });
    },
    unsubscribeLink: async (email: string) =>
      (await tell({ unsubscribeLink: email })) as Awaited<ReturnType<Product['unsubscribeLink']>>,
    setTwoFactor: (email: string, contact: 'email' | 'phone' | null) => tell({ twoFactor: { email, contact } }),
    mailsFor: (email: string) => unread(email).length,
    skipMails(email: string) {
      for (const mail of unread(email)) read.add(mail);
    },
    async mailTo(email: string) {
      await expect.poll(() => unread(email).length, { timeout: 15_000 }).toBeGreaterThan(0);
      const [mail] = unread(email);
      if (mail) read.add(mail);
      return textOf(mail?.raw ?? '');
    },
  };
}

/** Returns the plain text of a received mail. */
function textOf(raw: string): string {
  return raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Extra settings of the product: `test.use({ settings: { … } })`. */
type Settings = Readonly<Record<string, string>>;

/** One product for all journeys of a worker: each file uses its own people, and time only advances. */
export const test = base.extend<{ baseURL: string }, { product: Product; settings: Settings }>({
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ settings }, use) => {
      const { product, stop } = await startProduct(settings);
      await use(product);
      await stop();
    },
    { scope: 'worker', timeout: START_WITHIN + 10_000 },
  ],
  baseURL: ({ product }, use) => use(product.address),
});

async function startPhoneCompany() {
  const { createServer } = await import('node:http');
  const received: { to: string; text: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    received.push(JSON.parse(body));
    response.setHeader('content-type', 'application/json').end('{"id":"1"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, received, close: async () => void server.close() };
}

export { expect };
