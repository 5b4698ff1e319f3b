import { createObserve, evaluateSite } from '../../src/actions/alerts/index.ts';
import { createPlatformServices } from '../../src/app/services.ts';
import { createLinks } from '../../src/people/notifications/index.ts';
import { systemScope } from '../../src/platform/tenancy/index.ts';
import type { BenchWorld } from './bench-world.ts';
import { chooseSize, type Finding, formatMs, measureRuns } from './timing.ts';

const judgedSites = 3;
const alertsOfSite = chooseSize(20, 4);
const quarter = 900_000;
const looks = chooseSize(12, 3);
/** Maximum ms of one evaluation: a thousand sites are each evaluated once per reporting interval of five minutes. */
const affordable = 300;

/** Measures evaluating a site with twenty alerts after new readings, and when only time has passed. */
export async function benchAlerts(world: BenchWorld): Promise<Finding[]> {
  const { platform, organization, end } = world;
  const services = createPlatformServices(platform);
  const scope = systemScope(organization);
  const sites = world.sites.slice(0, judgedSites);
  // A clock within the existing readings.
  let now = end - 12 * 3_600_000;
  const clock = { now: () => now };
  const judging = {
    db: platform.relational.db,
    clock,
    sites: services.sites,
    observe: createObserve({ answerQueries: services.answerQueries, clock }),
    contactsOf: services.access.contactsOf,
    links: createLinks(() => world.address),
    findHolidays: async () => new Map(),
    catalogues: services.catalogues,
  };
  for (const site of sites)
    for (let index = 0; index < alertsOfSite; index++) {
      const zone = site.zones[index % site.zones.length];
      const condition = index % 2 === 0 ? { type: 'limit', value: 50 } : { type: 'flux', direction: 'in', value: 20 };
      const created = await services.newAlert(scope, {
        name: `Bench ${index}`,
        conditions: [{ ...condition, installationId: site.installationId, zoneId: zone?.id ?? null }],
        actions: [],
        emails: [],
        phones: [],
        planningIds: [],
      });
      if (!created.ok) throw new Error(created.error.message);
    }
  const look = (index: number, deviceIds: 'all' | ReadonlySet<never>) => {
    const { installationId } = sites[index % sites.length] as (typeof sites)[number];
    const changed = { deviceIds, from: Number.POSITIVE_INFINITY };
    return evaluateSite(judging, { organizationId: organization, installationId }, changed);
  };
  for (const index of sites.keys()) await look(index, 'all');
  const told = await measureRuns(looks, (index) => {
    if (index % sites.length === 0) now += quarter;
    return look(index, 'all');
  });
  const passed = await measureRuns(looks, (index) => look(index, new Set()));
  const what = `a site with ${alertsOfSite} alerts judged`;
  return [
    {
      what: `${what}, its readings having come`,
      found: `${formatMs(told.median)}, ${formatMs(told.median / alertsOfSite)} an alert`,
      goal: `≤ ${affordable} ms`,
      isMet: told.median <= affordable,
    },
    {
      what: `${what}, time having passed`,
      found: formatMs(passed.median),
      goal: '≤ 30 ms',
      isMet: passed.median <= 30,
    },
  ];
}
