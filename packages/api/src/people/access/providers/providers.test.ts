import type { OrganizationId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClientAddressGetter } from '../../../platform/addresses/ip-address.ts';
import { createHostCookieStorage, pageStorage } from '../../../platform/http/token-storage.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { testLinks } from '../../notifications/testing/test-links.ts';
import { type Access, createAccess } from '../index.ts';
import { registerProviderRoutes } from './provider.routes.ts';
import { type Behaviour, client, startHostileProvider, type TestProvider } from './testing/hostile-provider.ts';

const stores = useTestStores();
const clock = aClock(Date.now());
const secret = 'a secret of this test alone, and of no installation';
const warned: string[] = [];
let provider: TestProvider;
let access: Access;
let scope: Scope;
let server: FastifyInstance;
let people = 0;

beforeAll(async () => {
  provider = await startHostileProvider();
  const { db } = stores.relational;
  access = createAccess({
    db,
    clock,
    secret,
    links: testLinks,
    files: testFiles(),
    seesInstallation: async () => true,
  });
  scope = systemScope((await stores.freshOrganization()) as OrganizationId);
});
afterAll(() => provider.close());

/** Registers the routes again, so that discovery runs again. */
beforeEach(() => serve());

async function serve(keeping = pageStorage): Promise<void> {
  await server?.close();
  server = fastify();
  const config = { ...client, issuer: provider.issuer, name: null };
  registerProviderRoutes(server, {
    providers: { oidc: config, retailer: { ...config, clientId: 'retailer' } },
    productUrl: 'https://atrium.test',
    callableNetworks: [],
    secret,
    clock,
    addressOf: createClientAddressGetter([]),
    keeping,
    signIn: access.signInByProvider,
    warn: (message) => warned.push(message),
  });
  provider.behaviour = 'honest';
}

async function person(over: { password?: string | null; isEmailVerified?: boolean } = {}): Promise<string> {
  people += 1;
  const email = `person-${people}@providers.example`;
  const profile = await access.createProfile(scope, presetProfiles.viewer);
  if (!profile.ok) throw new Error(profile.error.message);
  const wanted = {
    email,
    password: 'Demo-pass-1',
    role: 'user',
    profileId: profile.value.id,
    isEmailVerified: true,
    ...over,
  } as const;
  const user = await access.createUser(scope, wanted);
  if (!user.ok) throw new Error(user.error.message);
  provider.person = { sub: `subject-${people}`, email, email_verified: true };
  return email;
}

const cookiesOf = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie'] ?? []].flat() as string[];

/** Starts a sign-in in a browser. Returns its cookie and the callback URL. */
async function leave(query = '') {
  const start = await server.inject(`/auth/oidc/start${query}`);
  const answer = await fetch(String(start.headers.location), { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  return { cookies: cookiesOf(start), cookie: cookiesOf(start)[0]?.split(';')[0] ?? '', back };
}

async function comeBack({ back, cookie }: { back: URL; cookie: string }) {
  const answer = await server.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } });
  const handover = cookiesOf(answer).find((each) => each.startsWith('atrium-handover=')) ?? '';
  const value = decodeURIComponent(/=([^;]*)/.exec(handover)?.[1] ?? '');
  return {
    to: String(answer.headers.location),
    handover,
    signedIn: value === '' ? null : (JSON.parse(value) as { token: string; otpContact: string | null }),
  };
}

async function whoComesBack(): Promise<{ email: string | null; to: string }> {
  const { signedIn, to } = await comeBack(await leave());
  const { scope: caller } = await access.authenticate(signedIn?.token ?? '');
  const account = caller?.userId ? await access.accounts.findAccount(scope, caller.userId) : null;
  return { email: account?.email ?? null, to };
}

describe('signing in at an identity provider', () => {
  it('lets in whom the provider vouches for, and opens the page they wanted', async () => {
    const email = await person();
    const journey = await leave('?origin=%2Fcounting%2F3%3Fx%3D1');
    expect(journey.cookies).toEqual([
      expect.stringMatching(/^atrium-oidc=\S+; Max-Age=600; Path=\/auth\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    const { to, handover, signedIn } = await comeBack(journey);
    expect(to).toBe('/login?origin=%2Fcounting%2F3%3Fx%3D1');
    expect(handover).toMatch(/; Path=\/login; Max-Age=60; SameSite=Strict; Secure$/);
    const { scope: caller } = await access.authenticate(signedIn?.token ?? '');
    expect(caller?.userId && (await access.accounts.findAccount(scope, caller.userId))).toMatchObject({ email });
    expect(provider.pkce).not.toContain(false);
  });

  it('hands the sign-in page no token where scripts are given none, but the cookie with it', async () => {
    await serve(createHostCookieStorage('production'));
    const email = await person();
    const { back, cookie } = await leave();
    const answer = await server.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } });
    const kept = cookiesOf(answer).find((each) => each.startsWith('__Host-')) ?? '';
    expect(kept).toMatch(
      /^__Host-production-atrium-token=\S+; Path=\/; Max-Age=36000; HttpOnly; Secure; SameSite=Strict$/,
    );
    const token = /=([^;]*)/.exec(kept)?.[1] ?? '';
    const handover = cookiesOf(answer).find((each) => each.startsWith('atrium-handover='));
    expect(handover).toContain('named.');
    expect(handover).not.toContain(token.split('.')[2]);
    const { scope: caller } = await access.authenticate(token);
    expect(caller?.userId && (await access.accounts.findAccount(scope, caller.userId))).toMatchObject({ email });
  });

  it('knows people by issuer and subject, not by an address that may change hands', async () => {
    const email = await person();
    const other = await person();
    const { sub } = provider.person;
    expect((await whoComesBack()).email).toBe(other);
    provider.person = { sub, email: 'renamed@elsewhere.example', email_verified: false };
    expect((await whoComesBack()).email).toBe(other);
    provider.person = { sub: 'whoever has the address now', email: other, email_verified: true };
    expect(await whoComesBack()).toEqual({ email: null, to: '/login?failure=user' });
    provider.person = { sub, email, email_verified: true };
    expect((await whoComesBack()).email).toBe(other);
  });

  it.each([false, 'true', 1, undefined])('accepts no address with email_verified %j', async (said) => {
    await person();
    provider.person = { ...provider.person, email_verified: said };
    expect(await whoComesBack()).toEqual({ email: null, to: '/login?failure=user' });
  });

  it('makes no accounts and accepts no invitations', async () => {
    await person({ password: null });
    expect(await whoComesBack()).toEqual({ email: null, to: '/login?failure=user' });
    provider.person = { sub: 'nobody', email: 'nobody@providers.example', email_verified: true };
    expect(await whoComesBack()).toEqual({ email: null, to: '/login?failure=user' });
  });

  it('links no account by an unverified address, even if it is right', async () => {
    await person({ isEmailVerified: false });
    expect(await whoComesBack()).toEqual({ email: null, to: '/login?failure=user' });
  });

  it('asks for the code of whoever has two-factor on', async () => {
    const email = await person();
    await stores.relational.db.execute(sql`update users set otp_contact = 'email' where email = ${email}`);
    const { signedIn } = await comeBack(await leave());
    expect(signedIn?.otpContact).toBe('email');
    expect((await access.authenticate(signedIn?.token ?? '')).scope).toBeNull();
  });

  const lies: Behaviour[] = [
    'no signature',
    'a key nobody published',
    'signed with the client secret',
    'another issuer in the token',
    'another audience',
    'another nonce',
    'no nonce',
    'expired',
    'no ID token',
    'another state',
    'another issuer in the answer',
    'user info of somebody else',
    'elsewhere for its keys',
    'elsewhere for tokens',
    'elsewhere for user info',
    'tokens inside our network',
    'keys inside our network',
    'user info inside our network',
    'tokens without https',
    'an error',
  ];
  it.each(lies)('refuses a provider that lies: %s', async (behaviour) => {
    const email = await person();
    provider.behaviour = behaviour;
    expect(await whoComesBack()).toEqual({ email: null, to: '/login?failure=provider' });
    expect(provider.elsewhere).toEqual([]);
    provider.behaviour = 'honest';
    await serve();
    expect((await whoComesBack()).email).toBe(email);
  });

  it('comes back to the product’s own address, whatever a request says its host is', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const start = await server.inject({ url: '/auth/oidc/start', headers });
    expect(new URL(String(start.headers.location)).searchParams.get('redirect_uri')).toBe(
      'https://atrium.test/auth/oidc/callback',
    );
  });

  it('says so when the provider is not who it should be, or not there, and asks again later', async () => {
    await person();
    for (const behaviour of ['another issuer in its description', 'elsewhere for its description'] as const) {
      provider.behaviour = behaviour;
      const start = await server.inject('/auth/oidc/start?origin=/help');
      expect(start.headers.location).toBe('/login?origin=%2Fhelp&failure=provider');
    }
    expect(provider.elsewhere).toEqual([]);
    provider.behaviour = 'honest';
    expect((await server.inject('/auth/oidc/start')).headers.location).toMatch(new RegExp(`^${provider.issuer}`));
  });

  it('refuses a callback without its own flow: no cookie, another’s, the other provider’s, too late, twice', async () => {
    await person();
    const journey = await leave();
    const other = await leave();
    expect((await comeBack({ ...journey, cookie: '' })).to).toBe('/login?failure=provider');
    expect((await comeBack({ ...journey, cookie: `${journey.cookie}x` })).to).toBe('/login?failure=provider');
    expect((await comeBack({ back: journey.back, cookie: other.cookie })).to).toBe('/login?failure=provider');
    const elsewhere = new URL(journey.back);
    elsewhere.pathname = '/auth/retailer/callback';
    const renamed = journey.cookie.replace('atrium-oidc', 'atrium-retailer');
    expect((await comeBack({ back: elsewhere, cookie: renamed })).to).toBe('/login?failure=provider');
    clock.time += 11 * 60_000;
    expect((await comeBack(journey)).to).toBe('/login?failure=provider');
    clock.time -= 11 * 60_000;
    expect((await comeBack(journey)).signedIn).not.toBeNull();
    expect((await comeBack(journey)).to).toBe('/login?failure=provider');
  });

  it('logs the provider, and no personal data', () => {
    expect(new Set(warned.map((line) => line.replaceAll(provider.issuer, '…')))).toEqual(
      new Set([
        'a sign-in by the identity provider … was not what it must be',
        'the identity provider … can’t be asked'.replace('’', "'"),
      ]),
    );
  });
});
