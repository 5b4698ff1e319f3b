import type { Instant, OrganizationId } from '@atrium/domain/core';
import { buildSample, type sampleIds } from '@atrium/domain/setup/devices/samples';
import { aClock } from '@atrium/testkit/time';
import Fastify from 'fastify';
import { type GraphQLSchema, graphql, parse, subscribe } from 'graphql';
import { buildSchemas } from '../../../app/schema.ts';
import { createServices } from '../../../app/services.ts';
import { testLinks } from '../../../people/notifications/testing/test-links.ts';
import { createInProcessBus } from '../../../platform/bus/open-bus.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testDrawing } from '../../../platform/testing/test-drawing.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import type { TestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../site-files/index.ts';
import { registerDevicePacketRoutes } from '../packets/device-packets.routes.ts';
import { createPacketIntake } from '../packets/packet-intake.ts';
import type { InboxLimits } from '../packets/store-packet.ts';

const quarter = 900_000;
/** 14:48 in Zürich. */
export const now = Date.parse('2026-11-24T13:48:00Z');
let worlds = 0;

/** Opens an organization with two sites and the endpoints for its devices. */
export async function openDevicesWorld(stores: TestStores, limits: Partial<InboxLimits> = {}) {
  worlds += 1;
  const { db } = stores.relational;
  const bus = createInProcessBus({ error: () => {} });
  const clock = aClock(now);
  const services = createServices({
    ...{ db, analytics: stores.analytics, bus, clock, files: testFiles().store, drawing: testDrawing() },
    ...{ secret: 'only for tests, only for tests, only for tests', links: testLinks, logError: () => {} },
  });
  const applied = await applySiteFile(services.provisioning, fileOf(worlds), {
    dryRun: false,
    prune: false,
    within: null,
  });
  if (applied.problems.length > 0) throw new Error(JSON.stringify(applied.problems));
  const scope = systemScope(applied.organizationId as OrganizationId);
  const siteId = async (key: string) => {
    const site = [...(await services.sites.snapshot(scope)).sites.values()].find(({ fields }) => fields.key === key);
    if (site === undefined) throw new Error(`no site ${key}`);
    return site;
  };
  const keyFor = async (purpose: 'devices' | 'readings' | 'receipts', site: string | null = null) => {
    const installationId = site === null ? null : (await siteId(site)).id;
    const made = await services.access.ingestKeys.create(scope, { name: 'k', installationId, purpose });
    if (!made.ok) throw new Error(made.error.message);
    return made.value.secret;
  };
  const fastify = Fastify();
  const packets = createPacketIntake({ db, clock, bus, sites: services.sites, ingestion: services.ingestion, limits });
  registerDevicePacketRoutes(fastify, { packets, keys: services.access.ingestKeys, logError: () => {} });
  const key = await keyFor('devices');
  const post = async (payload: string, authorization = `Bearer ${key}`, url = '/ingest/v1/devices') => {
    const answer = await fastify.inject({ method: 'POST', url, headers: { authorization }, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const schema = buildSchemas(services.modules).main;
  const ask = async (source: string, variableValues: Record<string, unknown> = {}) => {
    const contextValue = { scope, tokenProblem: null, address: '' };
    const { data, errors } = await graphql({ schema, source, contextValue, variableValues });
    // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
    return (errors?.map(({ message }) => message) ?? Object.values(data ?? {})[0]) as any;
  };
  const places = async (senderId: number) =>
    (
      await ask(
        'query ($s: Int!) { deviceSender(senderId: $s) { places { passageId zoneId name site hasSameName occupied } } }',
        { s: senderId },
      )
    ).places;
  const senders = async () =>
    (await ask('{ deviceInbox { senders { id serial dialect marks place packets repeats battery canUndo } } }'))
      .senders;
  const place = async (senderId: number, name: string, since: Instant, site = 'shop', replaces = false) => {
    const found = (await places(senderId)).find(
      (one: { name: string; site: string }) => one.name === name && one.site === site,
    );
    return ask(
      'mutation ($s: Int!, $p: Int, $z: Int, $t: Timestamp!, $r: Boolean!) { placeDevice(senderId: $s, passageId: $p, zoneId: $z, since: $t, replaces: $r) { place canUndo } }',
      { s: senderId, p: found.passageId, z: found.zoneId, t: since, r: replaces },
    );
  };
  const stored = async (serial: string) => {
    const found = await services.sites.findDevice(scope, serial);
    if (found === null) return [];
    return stores.analytics.query<{ metric: string; at: number; value: number; interval: number }>({
      sql: `SELECT metric, toUnixTimestamp(at) AS at, value, interval FROM readings FINAL WHERE organization = {o:UInt32} AND installation = {i:UInt32} AND device = {d:UInt32} ORDER BY at, metric`,
      params: { o: scope.organizationId, i: found.installationId, d: found.device.id },
    });
  };
  const watch = () => watching(schema, scope);
  return { services, scope, clock, post, watch, keyFor, key, ask, senders, places, place, stored, fastify, packets };
}

/** Subscribes to changes of the inbox. */
async function watching(schema: GraphQLSchema, scope: Scope) {
  const document = parse('subscription { deviceInboxChanges }');
  const stream = await subscribe({ schema, document, contextValue: { scope, tokenProblem: null, address: '' } });
  if (!(Symbol.asyncIterator in stream)) throw new Error(JSON.stringify(stream));
  const events = stream[Symbol.asyncIterator]();
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
  const next = async () => ((await events.next()).value as any).data.deviceInboxChanges;
  return { next, end: () => events.return?.() };
}

/** Builds the site file of two sites with the same two doors. */
const fileOf = (world: number) => `
organization: { name: Doors ${world} }
installations:
${['shop', 'mall']
  .map(
    (key) => `  - key: ${key}
    name: ${key}
    timezone: Europe/Zurich
    creationDate: 2026-01-01T00:00:00Z
    zones: [{ key: hall, name: Hall }]
    passages:
      - { key: street, name: Street door, from: outside, to: hall }
      - { key: court, name: Court door, from: outside, to: hall }
    events: [{ name: all, neverEnding: true, metrics: [affluenceIn] }]`,
  )
  .join('\n')}
`;

/** Builds a sample device's packet whose interval ends the given number of quarters before now. */
export function packet(
  id: (typeof sampleIds)[number],
  ago: number,
  parts: Partial<Parameters<typeof buildSample>[1]> = {},
) {
  const index = 20 - ago;
  const at = now - 3 * 60_000 - ago * quarter;
  return buildSample(id, {
    ...{ device: `${id}-1`, name: 'Street door', at, interval: 900, entered: index, left: 1, passed: 50 },
    ...{ enteredInAll: 100 + (index * (index + 1)) / 2, leftInAll: index, sequence: index, ...parts },
  }).text;
}
