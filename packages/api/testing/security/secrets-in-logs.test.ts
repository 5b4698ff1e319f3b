import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createEmptyDatabase, type EmptyDatabase } from '../../src/platform/testing/empty-database.ts';
import { createAtrium, endAll } from '../../src/platform/testing/run-atrium.ts';

let database: EmptyDatabase;
let root: string;
const running: ChildProcess[] = [];
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'atrium-canaries-'));
  database = await createEmptyDatabase();
});
afterEach(() => endAll(running));
afterAll(async () => {
  await database.drop();
  await rm(root, { recursive: true, force: true });
});

/** Random secrets that are searched for at the end. */
const canaries = new Map<string, string>();
function canary(of: string): string {
  const made = `Canary7-${randomBytes(20).toString('hex')}`;
  canaries.set(of, made);
  return made;
}
const known = (of: string, secret: string) => {
  canaries.set(of, secret);
  return secret;
};

/** Unreachable receivers, because errors produce the most log output. */
const nobody = '127.0.0.1:1';
const settingsWithSecrets = () => ({
  ATRIUM_LOG_REQUESTS: '1',
  ATRIUM_SECRET: canary('the secret of the installation'),
  ATRIUM_METRICS_TOKEN: canary('the token of the figures'),
  ATRIUM_BACKUP_FOLDER: 's3://backups/atrium',
  ATRIUM_BACKUP_KEY: canary('the key of backups'),
  AWS_ENDPOINT_URL: `http://${nobody}`,
  AWS_REGION: 'somewhere',
  AWS_ACCESS_KEY_ID: 'backups',
  AWS_SECRET_ACCESS_KEY: canary('the key of the storage'),
  DATABASE_URL: database.url.replace('atrium@', `atrium:${canary('the database')}@`),
  MQTT_URL: `mqtt://broker:${canary('the broker')}@${nobody}`,
  SMTP_URL: `smtp://mailer:${canary('the mail server')}@${nobody}`,
  SMS_URL: `https://${nobody}/send?key=${canary('the text server')}`,
  OIDC_ISSUER: `https://${nobody}`,
  OIDC_CLIENT_ID: 'atrium',
  OIDC_CLIENT_SECRET: canary('the identity provider'),
  WEATHER_URL: `https://${nobody}/forecast`,
  WEATHER_KEY: canary('the weather service'),
});

interface Answer {
  readonly data?: Record<string, Record<string, string>> | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

function callerOf(address: string) {
  return async (query: string, variables: object, token = ''): Promise<Answer> => {
    const answer = await fetch(`${address}/v2/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    });
    return (await answer.json()) as Answer;
  };
}

const login = 'query($email: String!, $password: String!) { login(email: $email, password: $password) { token } }';
const accept = `mutation($token: String!, $password: String!) {
  acceptInvitation(token: $token, password: $password, email: "ann@example.com", firstName: "Ann", lastName: "Lee") }`;
const reset = 'mutation($email: String!) { requestPasswordReset(email: $email) }';
const invite = 'mutation($input: InviteUserInput!) { inviteUser(input: $input) { id } }';
const createKeys = `mutation { readings: createIngestKey(name: "Hall") { secret }
  devices: createIngestKey(name: "Door", purpose: DEVICES) { secret } }`;

test('no secret appears in the log or in a support bundle of a start, sign-ins, devices and failures', {
  timeout: 120_000,
  // On a retry, the first administrator would already exist.
  retry: 0,
}, async () => {
  const atrium = createAtrium(join(root, 'data'), running, settingsWithSecrets());
  const server = await atrium.serve();
  const { address, said } = server;
  const ask = callerOf(address);
  const invitation = known('an invitation', /invitation\?token=([\w-]+)/.exec(said.out)?.[1] ?? '');
  expect(invitation).not.toBe('');
  const password = canary('a password');
  expect((await ask(accept, { token: invitation, password })).errors).toBeUndefined();
  await ask(accept, { token: invitation, password });
  await ask(login, { email: 'ann@example.com', password: canary('a wrong password') });
  const { data } = await ask(login, { email: 'ann@example.com', password });
  const token = known('a session', data?.login?.token ?? '');
  await ask(reset, { email: 'ann@example.com' });
  await ask(invite, { input: { email: 'bob@example.com', role: 'user', lang: 'en' } }, token);
  const keys = (await ask(createKeys, {}, token)).data;
  const readings = known('a key of readings', keys?.readings?.secret ?? '');
  const devices = known('a key of devices', keys?.devices?.secret ?? '');
  expect([token, readings, devices]).not.toContain('');
  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(address + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  expect((await post('/ingest/v1/readings', { authorization: `Bearer ${readings}` }, '[{}]')).status).toBeLessThan(500);
  await post('/ingest/v1/readings', { authorization: `Bearer ${readings}` }, '{"not json');
  await post(`/ingest/v1/devices/at/${devices}`, {}, '{}');
  await post(`/ingest/v1/devices/at/${devices}x`, {}, '{"not json');
  await fetch(`${address}/ingest/v1/devices/at/${devices}?device=plug`);
  await fetch(`${address}/ingest/v1/devices/at/${devices}x?device=plug`);
  for (const path of [
    `/invitation?token=${invitation}`,
    `/reset-password?token=${canary('a link')}`,
    `/files/${canary('a file')}`,
  ])
    await fetch(address + path);
  await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${canary('a wrong token of figures')}` } });
  await fetch(`${address}/auth/oidc`, { redirect: 'manual' });
  await ask(`{ ${canary('a document')} }`, {}, token);
  await ask(login, { email: { [canary('a variable')]: 1 }, password: [canary('a value')] });
  // Mails and the broker connection fail, and both failures are logged.
  await vi.waitFor(() => expect(said.errors).toMatch(/ECONNREFUSED/), { timeout: 30_000, interval: 100 });

  // Statements fail midway, and their errors contain their values.
  const outside = new pg.Client({ connectionString: database.url });
  await outside.connect();
  await outside.query('alter table users rename to users_gone');
  const failed = await ask(login, { email: `${canary('a value of a statement')}@example.com`.toLowerCase(), password });
  expect(failed.errors?.[0]?.extensions.code).toBe('INTERNAL');
  await ask('{ me { email } }', {}, token);
  await outside.query('alter table users_gone rename to users');
  await outside.end();
  const bundled = join(root, 'support.txt');
  expect(await atrium.command('support-bundle', bundled)).toMatchObject({ status: 0, errors: '' });
  expect((await atrium.command('support-bundle', bundled)).errors).toContain('name a new file');
  const bundle = readFileSync(bundled, 'utf8');
  expect(bundle.match(/^== (\w+) ==$/gm)).toHaveLength(7);
  expect(bundle).not.toContain('cannot be read');
  for (const part of ['"version"', 'atrium_disk_free_bytes', 'exit status', 'unexpected error'])
    expect(bundle).toContain(part);
  await server.stop();

  expect(said.errors).toContain('unexpected error');
  expect(said.errors).toContain('"route"');
  const log = said.errors + said.out.replace(/^ *Invitation .*$/gm, '') + bundle;
  const told = [...canaries].filter(([, secret]) =>
    [secret, secret.toLowerCase(), encodeURIComponent(secret)].some((one) => log.includes(one)),
  );
  expect(told.map(([of]) => of)).toEqual([]);
});
