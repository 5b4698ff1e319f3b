import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import { createPlatformServices } from '../../src/app/services.ts';
import { readConfig } from '../../src/platform/config/read-config.ts';
import { tuneHeap } from '../../src/platform/force-gc.ts';
import { openPlatform } from '../../src/platform/open-platform.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { ClosingStack } from '../../src/platform/process.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { systemScope } from '../../src/platform/tenancy/index.ts';
import { applySiteFile } from '../../src/setup/site-files/index.ts';
import { serveModules } from '../serve-modules.ts';
import { queryGraphql } from './query-graphql.ts';
import { clearPostgres, createReferences, fillEngine, fillPostgres, fillReferences } from './readings.store.ts';
import { chooseSize } from './timing.ts';

export const timezone = 'Europe/Zurich';
/** Days of readings, ending two days ago, so that only complete days are queried. */
const historyDays = 400;
const dayMs = 86_400_000;
const [email, password] = ['bench@atrium.example', 'Bench-pass-1'];
const rooms = ['north', 'south', 'east', 'west'];
const doorsOfSite = chooseSize(10, rooms.length);

/**
 * Organization with a long history of quarter-hour readings, the product serving it, and the same readings in
 * PostgreSQL.
 */
export interface BenchWorld {
  readonly platform: Platform;
  readonly organization: OrganizationId;
  readonly sites: readonly Topology[];
  /** UTC midnight at which the readings end. */
  readonly end: number;
  readonly readings: number;
  readonly address: string;
  readonly token: string;
  readonly ingestKey: string;
  /** Creates a token that reads measurements. */
  createReadToken(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Builds the world in an empty folder. `readings` is rounded up to whole sites. Without `inPostgres`, readings are
 * stored in the engine only, which takes less than half the time.
 */
export async function buildWorld(
  folder: string,
  readings: number,
  say: (line: string) => void,
  inPostgres = true,
): Promise<BenchWorld> {
  // Same settings as in production.
  tuneHeap();
  const config = readConfig({
    PORT: '0',
    ATRIUM_DATA_DIR: folder,
    ATRIUM_DEMO: '0',
    ATRIUM_SIMULATOR: '0',
    MQTT_PORT: 'off',
  });
  if (!config.ok) throw new Error(config.error.join('\n'));
  const logger = createLogger('warn');
  const closing = new ClosingStack(logger);
  const platform = await openPlatform(config.value, logger, closing);
  const end = Math.floor(platform.clock.now() / dayMs) * dayMs - dayMs;
  const place = await declareSites(
    platform,
    Math.max(2, Math.ceil(readings / (historyDays * 96 * (2 * doorsOfSite + 1)))),
  );
  say(`${place.sites.length} sites of ${doorsOfSite} doors`);
  const stored = await fill(platform, { ...place, end }, say, inPostgres);

  const { address } = await serveModules(platform, closing, folder);
  const signedIn = await queryGraphql(
    address,
    null,
    'query($email:String!,$password:String!){login(email:$email,password:$password){token}}',
    {
      email,
      password,
    },
  );
  const { token } = signedIn.login as { token: string };
  return { platform, ...place, end, readings: stored, address, token, close: () => closing.close() };
}

async function declareSites(platform: Platform, count: number) {
  const { provisioning, sites, access } = createPlatformServices(platform);
  const file = {
    organization: { name: 'Bench' },
    profiles: [{ name: 'Administrator', rights: 'all' }],
    users: [{ email, profile: 'Administrator', role: 'admin', language: 'en', firstName: 'Bea', lastName: 'Bench' }],
    installations: Array.from({ length: count }, (_, index) => declaredSite(index + 1)),
  };
  // JSON is valid YAML.
  const outcome = await applySiteFile(provisioning, JSON.stringify(file), {
    dryRun: false,
    prune: false,
    within: null,
  });
  const organization = outcome.organizationId;
  if (organization === null || !outcome.applied) throw new Error(JSON.stringify(outcome.problems));
  const scope = systemScope(organization);
  await access.setPassword(scope, email, password);
  const key = await access.ingestKeys.create(scope, { name: 'Bench', installationId: null });
  if (!key.ok) throw new Error(key.error.message);
  const createReadToken = async () => {
    const asked = { name: 'Reader', scopes: ['measurements:read'], installationIds: null, lifetimeDays: 1 } as const;
    const created = await access.ingestKeys.createToken(scope, asked);
    if (!created.ok) throw new Error(created.error.message);
    return created.value.secret;
  };
  return { organization, sites: await sites.topologies(scope), ingestKey: key.value.secret, createReadToken };
}

function declaredSite(number: number) {
  const doors = Array.from({ length: doorsOfSite }, (_, index) => ({
    key: `door-${index}`,
    name: `Door ${index}`,
    from: 'outside',
    to: rooms[index % rooms.length],
  }));
  const counters = doors.map((door) => ({
    serial: `S${number}-${door.key}`,
    kind: 'pad',
    name: door.name,
    passage: door.key,
    interval: 900,
  }));
  return {
    key: `site-${number}`,
    name: `Site ${number}`,
    timezone,
    country: 'CH',
    creationDate: '2020-01-01',
    zones: [{ key: 'all', name: `All of ${number}`, zones: rooms.map((key) => ({ key, name: `${key} ${number}` })) }],
    passages: doors,
    devices: [...counters, { serial: `S${number}-air`, kind: 'atmosphere', name: 'Air', zone: 'all', interval: 900 }],
  };
}

interface Place {
  readonly organization: OrganizationId;
  readonly sites: readonly Topology[];
  readonly end: number;
}

/** Stores the same readings in both stores, and builds the product's rollups. */
async function fill(
  platform: Platform,
  { organization, sites, end }: Place,
  say: (line: string) => void,
  inPostgres: boolean,
) {
  const { rollups } = createPlatformServices(platform);
  const begin = end - historyDays * dayMs;
  if (inPostgres) await clearPostgres(platform.relational.pool);
  await createReferences(platform.analytics);
  let stored = 0;
  for (const site of sites) {
    const { installationId, devices } = site;
    const written = await rollups.ledger.writing(daysOf(organization, installationId, begin));
    const place = { organization, installation: installationId, devices, begin, end };
    stored += await fillEngine(platform.analytics, place);
    written();
    await fillReferences(platform.analytics, site);
    if (inPostgres) await fillPostgres(platform.relational.pool, place);
  }
  say(`${stored} readings written`);
  const from = performance.now();
  await rollups.rollAll(organization, end);
  const seconds = (performance.now() - from) / 1000;
  say(`rolled up in ${seconds.toFixed(0)} s (${Math.round(stored / seconds)} readings/s)`);
  if (inPostgres) await platform.relational.pool.query('vacuum analyze bench_readings');
  return stored;
}

function daysOf(organization: OrganizationId, installation: InstallationId, begin: number) {
  return Array.from({ length: historyDays }, (_, index) => ({
    organization,
    installation,
    day: begin / dayMs + index,
  }));
}
