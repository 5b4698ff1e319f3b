import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { registerFileRoutes } from '../../src/platform/files/index.ts';
import { mountGraphql } from '../../src/platform/graphql/edge.ts';
import { createHostCookieStorage, pageStorage, type TokenStorage } from '../../src/platform/http/token-storage.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { createWorld, password, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let server: FastifyInstance;
/** The same server without the setting. */
let usual: FastifyInstance;
let url: string;

function serve(keeping: TokenStorage): FastifyInstance {
  const served = fastify();
  mountGraphql(served, {
    ...world.schemas,
    authenticate: world.access.authenticate,
    addressOf: () => '192.0.2.9',
    keeping,
    accessChanges: () => () => {},
    allowedOrigins: ['http://atrium.test'],
    introspection: false,
    clock: world.clock,
    log: { error: () => {}, warn: () => {} },
  });
  const { files, fileProducers: producers } = world.services;
  registerFileRoutes(served, { files: files.store, addresses: files.addresses, producers });
  return served;
}

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  server = serve(createHostCookieStorage('production'));
  usual = serve(pageStorage);
  url = await server.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => Promise.all([server.close(), usual.close()]));

/** The smallest possible picture. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

interface Answer {
  readonly data?: Record<string, Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

/** Simulated browser: stores cookies and sends them along. Its pages see `name`, but no cookies. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly set: string[] = [];
  readonly told: string[] = [];
  name = '';

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async ask(
    query: string,
    variables: object = {},
    { name = this.name, headers = {}, at = server } = {},
  ): Promise<Answer> {
    const answer = await at.inject({
      method: 'POST',
      url: '/v2/graphql',
      headers: {
        'content-type': 'application/json',
        ...(name && { authorization: `Bearer ${name}` }),
        ...(this.cookies.size > 0 && { cookie: this.header }),
        ...headers,
      },
      payload: JSON.stringify({ query, variables }),
    });
    this.told.push(answer.body);
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      this.set.push(cookie);
      const [, key = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.cookies.delete(key);
      else this.cookies.set(key, value);
    }
    return answer.statusCode < 300 || answer.headers['content-type']?.includes('json') ? answer.json() : {};
  }

  async signIn(email: string): Promise<this> {
    const { data } = await this.ask(login, { email, password });
    this.name = data?.login?.token as string;
    return this;
  }

  token(kind = 'token'): string {
    return this.cookies.get(`__Host-production-atrium-${kind}`) ?? '';
  }
}

const login =
  'query($email: String!, $password: String!) { login(email: $email, password: $password) { token otpContact } }';
const renew = 'query($token: String!) { renew(token: $token) { token } }';
const me = '{ me { email } }';
const codeOf = ({ errors }: Answer) => errors?.[0]?.extensions.code ?? 'answered';
const emailOf = ({ data }: Answer) => data?.me?.email;
const renewed = ({ data }: Answer) => data?.renew?.token as string;

describe('tokens in cookies that no script can read', () => {
  it('appear in no response, and are stored for this host only, over https, for the life of a session', async () => {
    const browser = await new Browser().signIn('viewer@ours.example');
    expect(emailOf(await browser.ask(me))).toBe('viewer@ours.example');
    browser.name = renewed(await browser.ask(renew, { token: browser.name }, { name: '' }));
    expect(emailOf(await browser.ask(me))).toBe('viewer@ours.example');
    const token = expect.stringMatching(
      /^__Host-production-atrium-token=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; Max-Age=36000; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(browser.set).toEqual([token, token]);
    const signatures = browser.set.map((cookie) => /\.([\w-]+);/.exec(cookie)?.[1] ?? '?');
    for (const signature of signatures) expect(browser.told.join()).not.toContain(signature);
    await browser.ask('mutation { logout }');
    expect(browser.set.at(-1)).toMatch(/^__Host-production-atrium-token=; Path=\/; Max-Age=0; /);
    expect(browser.cookies.size).toBe(0);
  });

  it("are invalid without the name, as is the name without them or with another user's cookies", async () => {
    const browser = await new Browser().signIn('viewer@ours.example');
    const other = await new Browser().signIn('analyst@ours.example');
    const thief = new Browser();
    expect(codeOf(await browser.ask(me, {}, { name: '' }))).toBe('UNAUTHENTICATED');
    expect(codeOf(await thief.ask(me, {}, { name: browser.name }))).toBe('UNAUTHENTICATED');
    expect(codeOf(await other.ask(me, {}, { name: browser.name }))).toBe('UNAUTHENTICATED');
    expect(codeOf(await thief.ask(renew, { token: browser.name }))).toBe('UNAUTHENTICATED');
    // This server ignores a token in place of its name, and the other server accepts no name as a token.
    expect(codeOf(await thief.ask(me, {}, { name: browser.token() }))).toBe('UNAUTHENTICATED');
    expect(codeOf(await browser.ask(me, {}, { name: browser.token() }))).toBe('UNAUTHENTICATED');
    expect(codeOf(await browser.ask(me, {}, { at: usual }))).toBe('UNAUTHENTICATED');
    expect(emailOf(await thief.ask(me, {}, { name: browser.token(), at: usual }))).toBe('viewer@ours.example');
    for (const nonsense of ['named.', 'named.bnVsbA', 'named.e30', 'named.code', 'undefined', 'named.%%'])
      expect(codeOf(await browser.ask(me, {}, { name: nonsense }))).toBe('UNAUTHENTICATED');
    expect(emailOf(await browser.ask(me))).toBe('viewer@ours.example');
  });

  it('are useless to a page of another site, whatever it makes a browser send', async () => {
    const browser = await new Browser().signIn('viewer@ours.example');
    for (const site of ['cross-site', 'same-site'])
      expect(codeOf(await browser.ask(me, {}, { headers: { 'sec-fetch-site': site } }))).toBe('UNAUTHENTICATED');
    expect(emailOf(await browser.ask(me, {}, { headers: { 'sec-fetch-site': 'same-origin' } }))).toBe(
      'viewer@ours.example',
    );
    const sent = { payload: JSON.stringify({ query: 'mutation { logout }' }), url: '/v2/graphql' } as const;
    const cookie = browser.header;
    const authorization = `Bearer ${browser.name}`;
    const tries = [
      { ...sent, method: 'POST', headers: { cookie, authorization, 'content-type': 'text/plain' } },
      {
        ...sent,
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', origin: 'https://evil.example' },
      },
      { method: 'GET', url: '/v2/graphql?query=mutation%7Blogout%7D', headers: { cookie, authorization } },
    ] as const;
    const statuses = [];
    for (const each of tries) statuses.push((await server.inject(each)).statusCode);
    expect(statuses).toEqual([415, 403, 405]);
    expect(emailOf(await browser.ask(me))).toBe('viewer@ours.example');
  });

  it('are renewed once, and the session ends for both when an old one is used again', async () => {
    const browser = await new Browser().signIn('viewer@ours.example');
    const copy = new Browser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    copy.name = browser.name;
    browser.name = renewed(await browser.ask(renew, { token: browser.name }));
    // Another tab sends the old name, and the browser sends the current cookie.
    expect(emailOf(await browser.ask(me, {}, { name: copy.name }))).toBe('viewer@ours.example');
    browser.name = renewed(await browser.ask(renew, { token: browser.name }));
    expect(codeOf(await copy.ask(renew, { token: copy.name }))).toBe('UNAUTHENTICATED');
    expect(codeOf(await browser.ask(me))).toBe('UNAUTHENTICATED');
  });

  it('also hold a pending sign-in until its code is entered', async () => {
    const { db } = stores.relational;
    const email = 'analyst@ours.example';
    await db.execute(sql`update users set otp_contact = 'email', is_email_verified = true where email = ${email}`);
    const browser = await new Browser().signIn(email);
    expect([...browser.cookies.keys()]).toEqual(['__Host-production-atrium-code']);
    expect(browser.told.join()).not.toContain(browser.token('code'));
    const { rows } = await db.execute<{ content: { text: string } }>(
      sql`select content from outbox where recipient = ${email} order by id desc limit 1`,
    );
    const otp = /\b\d{6}\b/.exec(rows[0]?.content.text ?? '')?.[0] ?? '';
    const finish = 'query($otp: String!) { loginWithOtpToken(otp: $otp) { token } }';
    expect(codeOf(await new Browser().ask(finish, { otp }, { name: browser.name }))).not.toBe('answered');
    const { data } = await browser.ask(finish, { otp });
    browser.name = data?.loginWithOtpToken?.token as string;
    expect([...browser.cookies.keys()]).toEqual(['__Host-production-atrium-token']);
    expect(emailOf(await browser.ask(me))).toBe(email);
    await db.execute(sql`update users set otp_contact = null where email = ${email}`);
  });

  it("hold a view-as session beside the user's own, and restore the own one when it ends", async () => {
    const browser = await new Browser().signIn(world.ours.email);
    const own = browser.name;
    const { rows } = await stores.relational.db.execute<{ id: number }>(
      sql`select id from users where email = 'viewer@ours.example'`,
    );
    const start = 'mutation($id: Int!) { startViewAs(userId: $id) { token } }';
    const { data } = await browser.ask(start, { id: rows[0]?.id });
    const asThem = data?.startViewAs?.token as string;
    expect(browser.told.join()).not.toContain(browser.token('view-as'));
    expect(emailOf(await browser.ask(me, {}, { name: asThem }))).toBe('viewer@ours.example');
    expect(emailOf(await browser.ask(me, {}, { name: own }))).toBe(world.ours.email);
    await browser.ask('mutation { endViewAs }', {}, { name: asThem });
    expect(browser.cookies.size).toBe(0);
  });

  it('authenticate uploads; downloads are authenticated by their URL', async () => {
    const browser = await new Browser().signIn('viewer@ours.example');
    const send = async (headers: Record<string, string>) => {
      const query = 'mutation($file: File) { uploadUserPicture(file: $file) { picture } }';
      const form = new FormData();
      form.set('operations', JSON.stringify({ query, variables: { file: null } }));
      form.set('map', JSON.stringify({ file: ['variables.file'] }));
      form.set('file', new File([picture], 'me.png', { type: 'image/png' }));
      const sent = new Request(url, { method: 'POST', body: form });
      const type = sent.headers.get('content-type') ?? '';
      const payload = Buffer.from(await sent.arrayBuffer());
      return server.inject({
        method: 'POST',
        url: '/v2/graphql',
        headers: { ...headers, 'content-type': type },
        payload,
      });
    };
    const [cookie, authorization] = [browser.header, `Bearer ${browser.name}`];
    const taken = await send({ cookie, authorization });
    const address = taken.json().data?.uploadUserPicture?.picture as string;
    const shown = await server.inject({ url: address });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(shown.headers['set-cookie']).toBeUndefined();
    const other = await new Browser().signIn('analyst@ours.example');
    for (const refused of [
      { cookie },
      { authorization },
      { authorization: `Bearer ${browser.token()}` },
      { cookie: other.header, authorization },
      { cookie, authorization, 'sec-fetch-site': 'cross-site' },
    ])
      expect(codeOf((await send(refused)).json()), JSON.stringify(Object.keys(refused))).toBe('UNAUTHENTICATED');
    expect((await send({ cookie, authorization, origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await server.inject({ url: address.replace(/.$/, '_'), headers: { cookie } })).statusCode).toBe(404);
  });

  it('open sockets by their name, from our own pages only', async () => {
    const browser = await new Browser().signIn('viewer@ours.example');
    const socket = async (token: string, headers: Record<string, string>) => {
      const client = new WebSocket(`${url.replace('http', 'ws')}/v2/graphql`, 'graphql-transport-ws', { headers });
      client.on('open', () => client.send(JSON.stringify({ type: 'connection_init', payload: { token } })));
      const end = Promise.race([
        once(client, 'message').then(([message]) => JSON.parse(String(message)).type as string),
        once(client, 'close').then(([code]) => String(code)),
        once(client, 'error').then(([error]) => (error as Error).message),
      ]).catch((error: Error) => error.message);
      return end.finally(() => client.terminate());
    };
    const cookie = browser.header;
    expect(await socket(browser.name, { cookie })).toBe('connection_ack');
    expect(await socket(browser.name, {})).toBe('4403');
    expect(await socket(browser.token(), { cookie })).toBe('4403');
    expect(await socket(browser.name, { cookie, 'sec-fetch-site': 'cross-site' })).toBe('4403');
    expect(await socket(browser.name, { cookie, origin: 'https://evil.example' })).toMatch(/403/);
  });
});
