import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import Fastify from 'fastify';
import { graphql } from 'graphql';
import { buildSchemas } from '../../src/app/schema.ts';
import { registerIngestRoutes } from '../../src/numbers/index.ts';
import { importReadings, type PartialOptions, parseImportOptions } from '../../src/numbers/ingest/index.ts';
import { createInProcessBus } from '../../src/platform/bus/open-bus.ts';
import { systemScope } from '../../src/platform/tenancy/index.ts';
import type { TestStores } from '../../src/platform/testing/test-stores.ts';
import { registerDevicePacketRoutes } from '../../src/setup/devices/packets/device-packets.routes.ts';
import { createPacketIntake } from '../../src/setup/devices/packets/packet-intake.ts';
import { applySiteFile } from '../../src/setup/site-files/index.ts';
import { testServices } from '../test-services.ts';

/** A case of the field: the values that the product answers, and those that are right. */
export interface FieldCase {
  readonly id: string;
  readonly situation: string;
  readonly run: (stores: TestStores) => Promise<unknown>;
  readonly expected: unknown;
}

export const readInput = (path: string): Buffer => readFileSync(new URL(`inputs/${path}`, import.meta.url));

/** Replaces `{{-10m}}` and `{{-10m+6s}}` by that time before `now`, `{{-10m:unix}}` by its seconds since 1970. */
const fillTimes = (text: string, now: number): string =>
  text.replace(/\{\{-(\d+)m(?:\+(\d+)s)?(:unix)?\}\}/g, (_, minutes, seconds, unix) => {
    const at = now - Number(minutes) * 60_000 + Number(seconds ?? 0) * 1000;
    return unix === undefined ? new Date(at).toISOString().replace('.000Z', 'Z') : String(at / 1000);
  });

let worlds = 0;

interface FieldSite {
  readonly timezone: string;
  readonly now: string;
  /** Lines of the site file's devices. */
  readonly devices?: readonly string[];
}

export type FieldWorld = Awaited<ReturnType<typeof openFieldWorld>>;

/** Opens an organization of one site with a street door, a hall and the product's endpoints. */
export async function openFieldWorld(stores: TestStores, { timezone, now, devices = [] }: FieldSite) {
  worlds += 1;
  const { db } = stores.relational;
  const clock = aClock(now);
  const services = testServices({ db, analytics: stores.analytics }, clock);
  const file = `organization: { name: Field ${worlds} }
installations:
  - key: shop
    name: Shop
    timezone: ${timezone}
    creationDate: 2015-01-01T00:00:00Z
    shopId: F4
    currency: USD
    zones: [{ key: hall, name: Hall }]
    passages: [{ key: street, name: Street door, from: outside, to: hall }]
    devices: [${devices.join(', ')}]
    events: [{ name: all, neverEnding: true, metrics: [affluenceIn] }]`;
  const applied = await applySiteFile(services.provisioning, file, { dryRun: false, prune: false, within: null });
  if (applied.problems.length > 0) throw new Error(JSON.stringify(applied.problems));
  const scope = systemScope(applied.organizationId as OrganizationId);
  const schema = buildSchemas(services.modules).main;
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
  async function ask(source: string, variableValues: Record<string, unknown> = {}): Promise<any> {
    const contextValue = { scope, tokenProblem: null, address: '' };
    const { data, errors } = await graphql({ schema, source, contextValue, variableValues });
    if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('\n'));
    return Object.values(data ?? {})[0];
  }
  const endpoints = { services, db, clock, scope };
  return { ...endpoints, ask, ...(await openEndpoints(endpoints)), ...measure(ask), ...inbox(ask) };
}

type Ask = (source: string, variables?: Record<string, unknown>) => Promise<unknown>;

/** Opens the HTTP endpoints of packets and readings, and the import of files. */
async function openEndpoints({
  services,
  db,
  clock,
  scope,
}: Pick<FieldWorldParts, 'services' | 'db' | 'clock' | 'scope'>) {
  const { access, ingestion, sites } = services;
  const fastify = Fastify();
  const bus = createInProcessBus({ error: () => {} });
  const keyed = { keys: access.ingestKeys, logError: () => {} };
  registerDevicePacketRoutes(fastify, { ...keyed, packets: createPacketIntake({ db, clock, bus, sites, ingestion }) });
  registerIngestRoutes(fastify, { ...keyed, ingestion, clock });
  const secretOf = async (purpose: 'devices' | 'readings') => {
    const made = await access.ingestKeys.create(scope, { name: purpose, installationId: null, purpose });
    if (!made.ok) throw new Error(made.error.message);
    return made.value.secret;
  };
  const secrets = { devices: await secretOf('devices'), readings: await secretOf('readings') };
  const post = async (
    endpoint: keyof typeof secrets,
    payload: string | Buffer,
    type = 'application/json',
    // biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
  ): Promise<any> => {
    const headers = { authorization: `Bearer ${secrets[endpoint]}`, 'content-type': type };
    const answer = await fastify.inject({ method: 'POST', url: `/ingest/v1/${endpoint}`, headers, payload });
    return answer.json();
  };
  /** Sends packets of an input's folder, received now. */
  const sendFiles = async (id: string, ...names: readonly string[]) => {
    const answers = [];
    for (const name of names)
      answers.push(await post('devices', fillTimes(readInput(`${id}/${name}`).toString('utf8'), clock.now())));
    return answers;
  };
  /** Imports a file as the command does. Returns the totals and the reported lines, or why it is refused. */
  const importFile = async (file: Buffer | string, given: PartialOptions & { timezone: string; time: string }) => {
    const options = parseImportOptions(given);
    if (!options.ok) return options.error.message;
    const lines: string[] = [];
    const done = await importReadings(Readable.from([Buffer.from(file)]), options.value, {
      send: (raw) => ingestion.ingestReadings(scope, null, raw, clock.now()),
      report: (line, { message }) => void lines.push(`${line}: ${message}`),
    });
    return done.ok ? { accepted: done.value.accepted + done.value.filled, lines } : done.error.message;
  };
  return { post, sendFiles, importFile };
}

type FieldWorldParts = {
  readonly services: ReturnType<typeof testServices>;
  readonly db: TestStores['relational']['db'];
  readonly clock: ReturnType<typeof aClock>;
  readonly scope: ReturnType<typeof systemScope>;
};

/** Builds functions that ask the product for numbers. */
function measure(ask: Ask) {
  const query = async (metric: string, dates: string, more: object = {}) => {
    const filters = { conditions: [{ criterion: 'DATE', values: [dates] }] };
    const source = 'query ($q: RetailDataQuery!) { retailData(query: $q) { data comparison } }';
    return (await ask(source, { q: { metric, filters, ...more } })) as {
      readonly data: readonly { label: string; value: number | null; state?: string }[];
      readonly comparison: readonly { value: number | null; state?: string }[] | null;
    };
  };
  const round = ({ value, state }: { readonly value: number | null; readonly state?: string }) =>
    state ?? (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value);
  return {
    query,
    /** Returns the sum over some days. */
    total: async (metric: string, dates: string) => (await query(metric, dates)).data.map(round)[0],
    /** Returns the values of the days or of other intervals. */
    series: async (metric: string, dates: string, granularity = 86_400) =>
      (await query(metric, dates, { groupBy: [{ type: 'DATE', granularity }] })).data.map(round),
  };
}

export interface ListedSender {
  readonly id: number;
  readonly serial: string;
  readonly dialect: string | null;
  readonly packets: number;
  readonly place: string | null;
}

/** Builds functions that read and place devices. */
function inbox(ask: Ask) {
  const senders = async () =>
    ((await ask('{ deviceInbox { senders { id serial dialect packets place } } }')) as { senders: ListedSender[] })
      .senders;
  return {
    senders,
    saveMap: (map: object) => ask('mutation ($m: FieldMapInput!) { saveFieldMap(map: $m) { id } }', { m: map }),
    /** Installs a device at the street door, or in the hall. */
    async place(serial: string, where: 'Street door' | 'Hall', since: string) {
      const sender = (await senders()).find((one) => one.serial === serial);
      if (sender === undefined) throw new Error(`no sender ${serial}`);
      const source = 'query ($s: Int!) { deviceSender(senderId: $s) { places { passageId zoneId name } } }';
      const { places } = (await ask(source, { s: sender.id })) as {
        places: { passageId: number | null; zoneId: number | null; name: string }[];
      };
      const { passageId, zoneId } = places.find(({ name }) => name === where) ?? {};
      await ask(
        'mutation ($s: Int!, $p: Int, $z: Int, $t: Timestamp!) { placeDevice(senderId: $s, passageId: $p, zoneId: $z, since: $t, replaces: false) { place } }',
        { s: sender.id, p: passageId, z: zoneId, t: Date.parse(since) },
      );
    },
  };
}
