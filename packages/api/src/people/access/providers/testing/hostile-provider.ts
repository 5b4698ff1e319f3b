import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** Behavior of the provider; `honest` is the correct one. */
export type Behaviour =
  | 'honest'
  | 'no signature'
  | 'a key nobody published'
  | 'signed with the client secret'
  | 'another issuer in the token'
  | 'another audience'
  | 'another nonce'
  | 'no nonce'
  | 'expired'
  | 'no ID token'
  | 'another state'
  | 'another issuer in the answer'
  | 'another issuer in its description'
  | 'user info of somebody else'
  | 'elsewhere for its description'
  | 'elsewhere for its keys'
  | 'elsewhere for tokens'
  | 'elsewhere for user info'
  | 'tokens inside our network'
  | 'keys inside our network'
  | 'user info inside our network'
  | 'tokens without https'
  | 'an error';

export interface TestProvider {
  readonly issuer: string;
  behaviour: Behaviour;
  /** The user who signs in. Without an email here, the ID token has none and user info has it. */
  person: { readonly sub: string; readonly email: string; readonly email_verified: unknown };
  /** Whether codes came with the verifier of their challenge. */
  readonly pkce: boolean[];
  /** Requests to the other origin it sent us to; `TLS` for a TLS attempt. */
  readonly elsewhere: string[];
  close(): Promise<void>;
}

export const client = { clientId: 'atrium', clientSecret: 'the secret of the test provider’s client' } as const;

/** Starts a real OpenID provider over HTTP that signs everyone in, and can misbehave in one way at a time. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one server, whose answers share its keys, codes and lies
export async function startHostileProvider(): Promise<TestProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const stranger = await generateKeyPair('RS256');
  const codes = new Map<string, { nonce: string; challenge: string }>();
  const state = {
    behaviour: 'honest' as Behaviour,
    person: { sub: 'one', email: '', email_verified: true as unknown },
  };
  const pkce: boolean[] = [];
  const elsewhere: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  server.on('clientError', (_error, socket) => {
    elsewhere.push('TLS');
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function idToken(nonce: string): Promise<string> {
    const { behaviour, person } = state;
    const now = Math.floor(Date.now() / 1000);
    const claims: JWTPayload = {
      iss: behaviour === 'another issuer in the token' ? 'http://elsewhere.example' : issuer,
      aud: behaviour === 'another audience' ? 'another client' : client.clientId,
      sub: person.sub,
      iat: now,
      exp: behaviour === 'expired' ? now - 3600 : now + 60,
      ...(behaviour === 'no nonce' ? {} : { nonce: behaviour === 'another nonce' ? 'another' : nonce }),
    };
    if (behaviour === 'no signature') return `${encoded({ alg: 'none' })}.${encoded(claims)}.`;
    if (behaviour === 'signed with the client secret')
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(client.clientSecret));
    const key = behaviour === 'a key nobody published' ? stranger.privateKey : privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
  }

  async function tokens(request: IncomingMessage): Promise<object> {
    const form = new URLSearchParams(await bodyOf(request));
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (code === undefined) return { error: 'invalid_grant' };
    const verifier = form.get('code_verifier') ?? '';
    pkce.push(createHash('sha256').update(verifier).digest('base64url') === code.challenge);
    const bearer = { access_token: 'access', token_type: 'bearer', expires_in: 60 };
    return state.behaviour === 'no ID token' ? bearer : { ...bearer, id_token: await idToken(code.nonce) };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    const json = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (url.pathname === '/elsewhere') elsewhere.push(request.method ?? '');
    if (url.pathname === placesElsewhere[state.behaviour]) response.writeHead(307, { location: '/elsewhere' }).end();
    else if (url.pathname === '/.well-known/openid-configuration') json(describe(issuer, state.behaviour));
    else if (url.pathname === '/jwks')
      json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] });
    else if (url.pathname === '/token') {
      const granted = await tokens(request);
      if ('error' in granted) response.statusCode = 400;
      json(granted);
    } else if (url.pathname === '/userinfo')
      json({ ...state.person, ...(state.behaviour === 'user info of somebody else' && { sub: 'somebody else' }) });
    else sendBack(url, response);
  }

  function sendBack({ searchParams: asked }: URL, response: ServerResponse): void {
    const { behaviour } = state;
    const code = randomBytes(16).toString('hex');
    codes.set(code, { nonce: asked.get('nonce') ?? '', challenge: asked.get('code_challenge') ?? '' });
    const back = new URL(asked.get('redirect_uri') ?? '');
    if (behaviour === 'an error') back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', code);
    back.searchParams.set('state', behaviour === 'another state' ? 'another' : (asked.get('state') ?? ''));
    back.searchParams.set('iss', behaviour === 'another issuer in the answer' ? 'http://elsewhere.example' : issuer);
    response.writeHead(302, { location: back.href }).end();
  }

  return {
    issuer,
    pkce,
    elsewhere,
    get behaviour() {
      return state.behaviour;
    },
    set behaviour(behaviour) {
      state.behaviour = behaviour;
    },
    get person() {
      return state.person;
    },
    set person(person) {
      state.person = person;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Paths that point to the other origin. */
const placesElsewhere: { readonly [name in Behaviour]?: string } = {
  'elsewhere for its description': '/.well-known/openid-configuration',
  'elsewhere for its keys': '/jwks',
  'elsewhere for tokens': '/token',
  'elsewhere for user info': '/userinfo',
};

function describe(issuer: string, behaviour: Behaviour) {
  // The same server under another name, like an address in our own network.
  const inside = issuer.replace('127.0.0.1', 'localhost');
  const encrypted = inside.replace('http:', 'https:');
  const tokens = { 'tokens inside our network': encrypted, 'tokens without https': inside }[behaviour as string];
  return {
    issuer: behaviour === 'another issuer in its description' ? 'http://elsewhere.example' : issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: tokens === undefined ? `${issuer}/token` : `${tokens}/elsewhere`,
    userinfo_endpoint: behaviour === 'user info inside our network' ? `${encrypted}/elsewhere` : `${issuer}/userinfo`,
    jwks_uri: behaviour === 'keys inside our network' ? `${encrypted}/elsewhere` : `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  };
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  return body;
}
