import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrganizationId } from '@atrium/domain/core';
import { presetProfiles, type TokenScope, tokenScopes } from '@atrium/domain/people/access';
import type { TestReading } from '@atrium/testkit/readings';
import { aClock, type TestClock } from '@atrium/testkit/time';
import { createPlatformServices, type PlatformServices } from '../../src/app/services.ts';
import { readConfig } from '../../src/platform/config/read-config.ts';
import { openPlatform } from '../../src/platform/open-platform.ts';
import { ClosingStack } from '../../src/platform/process.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { type Scope, systemScope } from '../../src/platform/tenancy/index.ts';
import { createEmptyDatabase } from '../../src/platform/testing/empty-database.ts';
import { applySiteFile } from '../../src/setup/site-files/index.ts';
import { queryGraphql } from '../bench/query-graphql.ts';
import { serveModules } from '../serve-modules.ts';

const email = 'ada@clients.example';
const password = 'Demo-pass-1';

/** The whole product, listening in this process on its own stores, with a clock that a test sets. */
export interface RunningProduct {
  readonly address: string;
  readonly clock: TestClock;
  readonly services: PlatformServices;
  readonly scope: Scope;
  /** Creates a token with these scopes; all by default. */
  createToken(scopes?: readonly TokenScope[]): Promise<string>;
  /** Sends a GraphQL document as the administrator; throws on errors. */
  graphql(document: string, variables?: object): Promise<Record<string, unknown>>;
  /** Sends readings to the readings endpoint; throws if one is refused. */
  send(readings: readonly TestReading[]): Promise<void>;
  stop(): Promise<void>;
}

/** Creates a clock that runs from an instant on. */
export function createRunningClock(from: string): TestClock {
  const begin = performance.now();
  const clock = { time: Date.parse(from), now: () => clock.time + Math.round(performance.now() - begin) };
  return clock;
}

/** Starts the product with the sites of a site file. The clock stands still by default, from `now` on. */
export async function startProduct(siteFile: string, now: string | TestClock): Promise<RunningProduct> {
  const clock = typeof now === 'string' ? aClock(now) : now;
  const folder = await mkdtemp(join(tmpdir(), 'atrium-clients-'));
  const database = await createEmptyDatabase();
  const closing = new ClosingStack(createLogger('silent'));
  closing.add('the folder', () => rm(folder, { recursive: true, force: true }));
  closing.add('the database', () => database.drop());
  const config = readConfig({
    ATRIUM_DATA_DIR: folder,
    DATABASE_URL: database.url,
    ATRIUM_DEMO: '0',
    MQTT_PORT: 'off',
    PORT: '0',
  });
  if (!config.ok) throw new Error(config.error.join('\n'));
  const platform = await openPlatform(config.value, createLogger('silent'), closing, { clock });
  const services = createPlatformServices(platform);
  const { address, start } = await serveModules(platform, closing, join(folder, 'no-pages'));
  start();
  const applied = await applySiteFile(services.provisioning, siteFile, { dryRun: false, prune: false, within: null });
  if (applied.problems.length > 0) throw new Error(JSON.stringify(applied.problems));
  const scope = systemScope(applied.organizationId as OrganizationId);
  const { rights } = presetProfiles.administrator;
  const { id: profileId } = unwrap(await services.access.createProfile(scope, { name: 'Everything', rights }));
  unwrap(await services.access.createUser(scope, { email, firstName: 'Ada', password, role: 'admin', profileId }));
  const createToken = async (scopes: readonly TokenScope[] = tokenScopes) =>
    unwrap(
      await services.access.ingestKeys.createToken(scope, {
        name: 'Client',
        scopes,
        installationIds: null,
        lifetimeDays: 30,
      }),
    ).secret;
  const sender = await createToken(['readings:write']);
  return {
    address,
    clock,
    services,
    scope,
    createToken,
    graphql: createSession(address, clock),
    send: async (readings) => sendReadings({ address, services, scope, token: sender }, readings),
    stop: () => closing.close(),
  };
}

/** ms. Sessions end after 15 minutes of the product's clock. */
const sessionMs = 600_000;

/** Returns a function that sends GraphQL documents, and signs in whenever the clock has moved. */
function createSession(address: string, clock: TestClock): RunningProduct['graphql'] {
  const document = 'query($email: String!, $password: String!) { login(email: $email, password: $password) { token } }';
  let session: { readonly since: number; readonly token: Promise<string> } | null = null;
  const signIn = async () => {
    const { login } = await queryGraphql(address, null, document, { email, password });
    return (login as { readonly token: string }).token;
  };
  return async (text, variables = {}) => {
    const now = clock.now();
    if (session === null || Math.abs(now - session.since) > sessionMs) session = { since: now, token: signIn() };
    return queryGraphql(address, await session.token, text, variables);
  };
}

type Sending = Pick<RunningProduct, 'address' | 'services' | 'scope'> & { readonly token: string };

async function sendReadings({ address, services, scope, token }: Sending, readings: readonly TestReading[]) {
  const sites = await services.sites.topologies(scope);
  const serials = new Map(
    sites.flatMap(({ devices }) => devices.map(({ id, serial }) => [Number(id), serial] as const)),
  );
  for (let begin = 0; begin < readings.length; begin += 5000) {
    const part = readings.slice(begin, begin + 5000).map(({ device, at, descriptors, ...reading }) => ({
      ...reading,
      device: serials.get(device),
      at: new Date(at).toISOString(),
      ...parseDescriptors(descriptors),
    }));
    const response = await fetch(`${address}/ingest/v1/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(part),
    });
    const answer = (await response.json()) as { readonly rejected?: readonly unknown[] };
    if (!response.ok || answer.rejected?.length !== 0) throw new Error(JSON.stringify(answer).slice(0, 1000));
  }
}

/** Converts `gender=female;groupSize=2` to fields of a reading. */
const parseDescriptors = (descriptors = '') =>
  Object.fromEntries(
    descriptors
      .split(';')
      .filter((part) => part !== '')
      .map((part) => part.split('=') as [string, string])
      .map(([key, value]) => [key, key === 'groupSize' ? Number(value) : value]),
  );

function unwrap<Value>(result: { ok: boolean; value?: Value; error?: unknown }): Value {
  if (result.ok) return result.value as Value;
  throw new Error(JSON.stringify(result.error));
}
