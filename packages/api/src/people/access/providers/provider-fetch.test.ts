import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testCertificate } from '../../../platform/channels/testing/test-certificate.ts';
import { createProviderFetch } from './provider-client.ts';

const trusted = getCACertificates('default');
const calls: string[] = [];
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer(testCertificate, async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    calls.push(`${request.method} ${request.url} ${request.headers['content-type'] ?? ''} ${body}`);
    if (request.url === '/away') response.writeHead(302, { location: '/token' }).end();
    else if (request.url === '/long') response.end('x'.repeat(1_100_000));
    else response.setHeader('content-type', 'application/json').end('{"access_token":"one"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  setDefaultCACertificates([...trusted, testCertificate.cert]);
});

afterAll(() => {
  setDefaultCACertificates(trusted);
  server.close();
});

const form = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ code: 'a b' }),
  redirect: 'manual',
} as const;
const plain = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;

it('asks addresses elsewhere in the networks an operator names, follows nothing, and reads no more than fits', async () => {
  const ask = createProviderFetch('https://id.example', ['127.0.0.0/8']);
  const answer = await ask(`https://127.0.0.1:${port}/token`, form);
  expect([answer.status, await answer.json()]).toEqual([200, { access_token: 'one' }]);
  expect(calls.splice(0)).toEqual(['POST /token application/x-www-form-urlencoded code=a+b']);
  const away = await ask(`https://127.0.0.1:${port}/away`, plain);
  expect([away.status, away.headers.get('location')]).toEqual([302, '/token']);
  expect(calls.splice(0)).toHaveLength(1);
  await expect(ask(`https://127.0.0.1:${port}/long`, plain)).rejects.toThrow('too long');
});

it('calls no other host in our own network, by address or by name, and none without https', async () => {
  calls.length = 0;
  const names: string[] = [];
  const lookUp = ((name: string, _options: object, done: (error: null, found: object[]) => void) => {
    names.push(name);
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  }) as typeof lookup;
  const ask = createProviderFetch('https://id.example', ['10.0.0.0/8'], lookUp);
  for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', 'rebound.example'])
    await expect(ask(`https://${host}:${port}/token`, form), host).rejects.toThrow('CALLABLE_NETWORKS');
  expect(names).toEqual(['rebound.example']);
  await expect(ask('http://id.example/token', form)).rejects.toThrow('only https');
  expect(calls).toEqual([]);
});
