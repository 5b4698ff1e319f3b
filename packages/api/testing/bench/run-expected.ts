import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Clock, OrganizationId } from '@atrium/domain/core';
import type { MeasurementQuery, RawQuery } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import { createPlatformServices } from '../../src/app/services.ts';
import { buildOverviewRequests, buildSiteRequests } from '../../src/pages/page-questions.ts';
import type { AnalyticsStore } from '../../src/platform/analytics-store.ts';
import { readConfig } from '../../src/platform/config/read-config.ts';
import { tuneHeap } from '../../src/platform/force-gc.ts';
import { openPlatform } from '../../src/platform/open-platform.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { ClosingStack } from '../../src/platform/process.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { systemScope } from '../../src/platform/tenancy/index.ts';
import { startDemo, stopDemo, waitForRollups } from './demo-product.ts';
import { chooseSize } from './timing.ts';
import { withTempFolder } from './with-temp-folder.ts';

/**
 * Measures pages of the demo with ranges, with the mean of weekdays, and with values alone: the processor time of the
 * first request after a start, of the same request again, and of the same request a day later.
 */
const { values } = parseArgs({
  options: {
    expected: { type: 'boolean' },
    brief: { type: 'boolean' },
    /** Folder of a stopped demo; by default it is built first. */
    folder: { type: 'string' },
    page: { type: 'string' },
  },
});
const dayMs = 86_400_000;
const tabs = ['counting', 'flow', 'rooms', 'atmosphere', 'energy', 'uses'] as const;
const modes = {
  ranges: (query: MeasurementQuery) => query,
  mean: (query: MeasurementQuery) => (query.compare === 'EXPECTED' ? { ...query, compare: 'USUAL' as const } : query),
  values: (query: MeasurementQuery) => ({ ...query, compare: null }),
};

/** ms of processor of the main thread and of the whole process. */
interface Cost {
  readonly main: number;
  readonly all: number;
  readonly statements: number;
}

type Requests = readonly (readonly MeasurementQuery[])[];

async function measure(folder: string): Promise<void> {
  tuneHeap();
  const config = readConfig({ PORT: '0', ATRIUM_DATA_DIR: folder, ATRIUM_SIMULATOR: '0', MQTT_PORT: 'off' });
  if (!config.ok) throw new Error(config.error.join('\n'));
  const logger = createLogger('warn');
  const closing = new ClosingStack(logger);
  const platform = await openPlatform(config.value, logger, closing);
  const now = Date.now();
  const services = createPlatformServices(platform);
  const [visit] = await services.access.latestVisits(1);
  if (visit === undefined) throw new Error(`${folder} has no organization`);
  const { organizationId } = visit;
  const pages = await listPages(services, organizationId, now);
  const asked = [...pages].filter(([name]) => values.page === undefined || values.page === name);
  process.stdout.write('| page | mode | first | again | a day later |\n|---|---|---|---|---|\n');
  for (const [name, requests] of asked) {
    const found = new Map<string, Cost[][]>();
    for (let time = 0; time < chooseSize(5, 1); time++)
      for (const [mode, change] of Object.entries(modes)) {
        const costs = await visitPage(
          platform,
          organizationId,
          requests.map((one) => one.map(change)),
          now,
        );
        found.set(mode, [...(found.get(mode) ?? []), costs]);
      }
    for (const [mode, runs] of found) {
      const cells = [0, 1, 2].map((step) => formatCost(runs.map((run) => run[step] as Cost)));
      process.stdout.write(`| ${name} (${requests.flat().length} queries) | ${mode} | ${cells.join(' | ')} |\n`);
    }
  }
  await closing.close();
}

async function listPages(
  { sites }: ReturnType<typeof createPlatformServices>,
  organization: OrganizationId,
  now: number,
): Promise<ReadonlyMap<string, Requests>> {
  const scope = systemScope(organization);
  const deps = { sites, clock: { now: () => now }, toldOf: async () => [] };
  const snapshot = await sites.snapshot(scope);
  const [largest] = [...snapshot.sites.values()].sort(
    (left, right) => right.topology.devices.length - left.topology.devices.length,
  );
  if (largest === undefined) throw new Error('the demo has no sites');
  const { installationId } = largest.topology;
  const ofTabs = await Promise.all(
    tabs.map(async (tab) => {
      const requests = await buildSiteRequests(deps, scope, { tab, installationId, search: '' });
      if (!requests.ok) throw new Error(requests.error.message);
      return [tab, parseAll(requests.value)] as const;
    }),
  );
  return new Map([['overview', parseAll(await buildOverviewRequests(deps, scope))], ...ofTabs]);
}

function parseAll(requests: readonly (readonly RawQuery[])[]): Requests {
  return requests.map((request) =>
    request.map((raw) => {
      const query = parseQuery(raw);
      if (!query.ok) throw new Error(query.error.message);
      return query.value;
    }),
  );
}

/** Asks a page three times with empty caches at first, as after a start: now, again, and a day later. */
async function visitPage(
  platform: Platform,
  organization: OrganizationId,
  requests: Requests,
  now: number,
): Promise<Cost[]> {
  let present = now;
  const clock: Clock = { now: () => present };
  let statements = 0;
  const counted =
    <Args extends unknown[], Rows>(ask: (...args: Args) => Rows) =>
    (...args: Args): Rows => {
      statements++;
      return ask(...args);
    };
  const { analytics } = platform;
  const counting = {
    ...analytics,
    query: counted(analytics.query) as AnalyticsStore['query'],
    columns: counted(analytics.columns) as AnalyticsStore['columns'],
  };
  const { answerQueries, openDays, sites } = createPlatformServices({ ...platform, clock, analytics: counting });
  const scope = systemScope(organization);
  // A running product has them in memory.
  for (const site of (await sites.snapshot(scope)).sites.keys()) await openDays?.of(organization, site);
  const costs: Cost[] = [];
  for (const time of [now, now, now + dayMs]) {
    present = time;
    statements = 0;
    const [main, all] = [process.threadCpuUsage(), process.cpuUsage()];
    const answers = await Promise.all(requests.map((request) => answerQueries(scope, request)));
    for (const answer of answers.flat()) if (!answer.ok) throw new Error(answer.error.message);
    costs.push({ main: toMs(process.threadCpuUsage(main)), all: toMs(process.cpuUsage(all)), statements });
  }
  return costs;
}

const toMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

/** Returns the medians. */
function formatCost(costs: readonly Cost[]): string {
  const median = (pick: (cost: Cost) => number) =>
    (costs.map(pick).toSorted((left, right) => left - right)[costs.length >> 1] as number).toFixed(0);
  return `${median(({ main }) => main)} of ${median(({ all }) => all)} ms, ${median((one) => one.statements)}`;
}

if (values.folder !== undefined) await measure(values.folder);
else
  await withTempFolder(async (temp) => {
    const folder = join(temp, 'demo');
    const demo = await startDemo(folder);
    await waitForRollups(demo.address);
    await stopDemo(demo.child);
    await measure(folder);
  });
process.exit(0);
