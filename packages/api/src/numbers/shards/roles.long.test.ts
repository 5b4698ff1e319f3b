import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLiveSocket } from '../../../testing/bench/live/live-socket.ts';
import { queryGraphql } from '../../../testing/bench/query-graphql.ts';
import { createEmptyDatabase } from '../../platform/testing/empty-database.ts';
import { createAtrium, endAll } from '../../platform/testing/run-atrium.ts';
import { startClickhouseWire } from '../../platform/testing/servers/clickhouse-wire.ts';
import { hasNats, startNatsServer } from '../../platform/testing/servers/nats-server.ts';

const ATRIUM_SECRET = 'k3J9x0Qw7ZpL2vB8nM4tR6yU1sD5fG0h';

/** Settings shared by every process of an installation on servers. */
async function servers(running: ChildProcess[]) {
  const root = mkdtempSync(join(tmpdir(), 'atrium-roles-'));
  const database = await createEmptyDatabase();
  const [wire, nats] = [await startClickhouseWire(), await startNatsServer(running)];
  onTestFinished(async () => {
    await endAll(running);
    await wire.close();
    await database.drop();
    await rm(root, { recursive: true, force: true });
  }, 60_000);
  const stores = { DATABASE_URL: database.url, CLICKHOUSE_URL: wire.url };
  const shared = { ...stores, NATS_URL: nats.url, ATRIUM_SECRET };
  const atrium = (name: string, settings: Record<string, string>) => createAtrium(join(root, name), running, settings);
  return {
    file: join(root, 'halls.yaml'),
    /** Returns the number of stored readings. */
    stored: async () =>
      Number(await (await fetch(wire.url, { method: 'POST', body: 'SELECT count() FROM readings FINAL' })).text()),
    role: (ATRIUM_ROLE: string, name: string = ATRIUM_ROLE) => atrium(name, { ...shared, ATRIUM_ROLE }),
    withoutNats: atrium('lonely', { ...stores, ATRIUM_SECRET }),
  };
}

const hall = (number: number) => `
  - key: hall-${number}
    name: Hall ${number}
    timezone: Europe/Zurich
    zones: [{ key: all }]
    passages: [{ key: door, from: outside, to: all }]
    devices: [{ serial: PAD-${number}, kind: pad, passage: door, interval: 60 }]`;

const halls = [1, 2, 3, 4];
const password = 'Halls-pass-1';
const acceptInvitation = `mutation($token:String!,$password:String!){
  acceptInvitation(token:$token,password:$password,firstName:"A",lastName:"B")}`;
const login = 'query($email:String!,$password:String!){login(email:$email,password:$password){token}}';
const createKey = 'mutation{createIngestKey(name:"Gateway"){publicId secret}}';
const revokeKey = 'mutation($publicId:String!){revokeIngestKey(publicId:$publicId)}';
const deleteUser = 'mutation($id:Int!){deleteUser(id:$id)}';
const aboutMe = '{me{id organizationIds} installationConnection{nodes{id zones{id}}}}';
const live = `subscription($organizationId:Int!,$installationId:Int!,$zones:[Int!]!){liveMetric(
  organizationId:$organizationId,installationId:$installationId,target:ZONE,entityIds:$zones,metrics:["affluenceIn"]){value}}`;

interface Me {
  readonly me: { readonly id: number; readonly organizationIds: readonly [number] };
  readonly installationConnection: {
    readonly nodes: readonly { readonly id: number; readonly zones: readonly { readonly id: number }[] }[];
  };
}

/** Posts one reading of each hall and returns the outcome. */
async function post(address: string, key: string, minute: number) {
  const at = new Date(Date.UTC(2026, 0, 11, 9, minute)).toISOString();
  const readings = halls.map((number) => ({
    device: `PAD-${number}`,
    metric: 'affluenceIn',
    at,
    value: 1,
    interval: 60,
  }));
  const response = await fetch(`${address}/ingest/v1/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(readings),
  });
  if (response.status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  return response.ok ? ((await response.json()) as object) : response.status;
}

test.skipIf(!hasNats)(
  'two workers and two processes for pages: each takes readings once, knows what was taken from people and gateways at another, and outlives one (with a nats-server)',
  async () => {
    const running: ChildProcess[] = [];
    const { role, withoutNats, stored, file } = await servers(running);
    writeFileSync(file, `organization: { name: Halls }\ninstallations:${halls.map(hall).join('')}\n`);
    const worker = role('worker');
    expect((await worker.command('site', 'apply', file)).errors).toBe('');
    const invite = async (email: string) => {
      const invited = await worker.command('user', 'invite', email, '--organization', 'Halls', '--role', 'admin');
      return { email, token: new URL(invited.out.trim().split('\n').at(-1) ?? '').searchParams.get('token') };
    };
    const people = [await invite('ann@halls.example'), await invite('bob@halls.example')];
    const first = await worker.serve();
    const [second, web, other] = await Promise.all([
      role('worker', 'second').serve(),
      role('web').serve(),
      role('web', 'other').serve(),
    ]);
    for (const refused of [await withoutNats.refused(), await role('all').refused()])
      expect(refused.errors).toMatch(/is in use by another Atrium \(process \d+ on/);

    const tokens: string[] = [];
    for (const { email, token } of people) {
      await queryGraphql(web.address, null, acceptInvitation, { token, password });
      const { login: told } = await queryGraphql(other.address, null, login, { email, password });
      tokens.push((told as { token: string }).token);
    }
    const [ann, bob] = tokens as [string, string];
    const { createIngestKey } = await queryGraphql(web.address, ann, createKey, {});
    const key = createIngestKey as { publicId: string; secret: string };
    expect(await post(web.address, key.secret, 0)).toMatchObject({ accepted: 4 });
    for (const { address } of [first, second, other])
      expect(await post(address, key.secret, 0)).toMatchObject({ unchanged: 4 });

    const mine = (await queryGraphql(other.address, bob, aboutMe, {})) as unknown as Me;
    const [site] = mine.installationConnection.nodes;
    const zones = site?.zones.map(({ id }) => id);
    const variables = { organizationId: mine.me.organizationIds[0], installationId: site?.id, zones };
    const seen: string[] = [];
    const socket = await openLiveSocket({ address: other.address, query: live, variables }, bob, (text) =>
      seen.push(text),
    );
    let isOver = false;
    socket.on('message', (data) => {
      isOver ||= /"type":"(complete|error)"/.test(`${data}`);
    });
    socket.on('close', () => {
      isOver = true;
    });
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0), 10_000);
    await queryGraphql(web.address, ann, deleteUser, { id: mine.me.id });
    // The bus ends it at once; without it, access is only checked again after ten seconds.
    await vi.waitFor(() => expect(isOver).toBe(true), 4000);
    socket.close();

    await first.stop('SIGKILL');
    // Part of it was stored before the refusal, which deduplication accepts on the retry.
    await vi.waitFor(async () => expect(await post(other.address, key.secret, 1)).toBeTypeOf('object'), 20_000);
    expect(await post(web.address, key.secret, 1)).toMatchObject({ accepted: 0, unchanged: 4 });
    expect(await post(web.address, key.secret, 0)).toMatchObject({ accepted: 0, unchanged: 4 });
    expect(await stored()).toBe(8);
    await queryGraphql(web.address, ann, revokeKey, { publicId: key.publicId });
    await vi.waitFor(async () => expect(await post(other.address, key.secret, 2)).toBe(401), 4000);
    const { createIngestKey: another } = await queryGraphql(web.address, ann, createKey, {});
    await second.stop();
    expect(await post(web.address, (another as typeof key).secret, 2)).toBe(503);
  },
  300_000,
);
