import { type AlertCondition, emptyCondition } from '@atrium/domain/actions/alerts';
import type { InstallationId, OrganizationId, ZoneId } from '@atrium/domain/core';
import { aClock, type TestClock } from '@atrium/testkit/time';
import { createServices, type Services } from '../../../../app/services.ts';
import { testLinks } from '../../../../people/notifications/testing/test-links.ts';
import type { AnalyticsStore } from '../../../../platform/analytics-store.ts';
import type { Bus } from '../../../../platform/bus/bus.ts';
import { createInProcessBus } from '../../../../platform/bus/open-bus.ts';
import type { Database } from '../../../../platform/relational/relational-store.ts';
import { type Scope, systemScope } from '../../../../platform/tenancy/index.ts';
import { testDrawing } from '../../../../platform/testing/test-drawing.ts';
import { testFiles } from '../../../../platform/testing/test-files.ts';
import { applySiteFile } from '../../../../setup/site-files/index.ts';
import type { AlertDraft } from '../../definitions/alert.ts';
import { alertsStore } from '../../definitions/alerts.store.ts';
import type { EvaluationDependencies } from '../evaluate-alert.ts';
import { createObserve } from '../observe.ts';
import type { SiteChanges } from '../plan-evaluation.ts';
import { evaluateSite } from '../run-evaluations.ts';

export interface AlertWorld {
  readonly services: Services;
  readonly clock: TestClock;
  readonly scope: Scope;
  readonly installationId: InstallationId;
  readonly zoneId: ZoneId;
  /** Serial of its air sensor, which reports every five minutes. */
  readonly sensor: string;
  readonly judging: EvaluationDependencies;
  /** Creates an alert on the zone's CO2 above 800 ppm with these differences. Returns its id. */
  alert(condition?: Partial<AlertCondition>, draft?: Partial<AlertDraft>): Promise<number>;
  /** Stores CO2 readings and evaluates the site like the engine. */
  told(readings: Readings): Promise<void>;
  /** Evaluates the site because time has passed. */
  passes(): Promise<void>;
  /** Stores entries per hour, counted at the only door of a site with one, and evaluates the site like the engine. */
  counted(readings: Readings): Promise<void>;
}

type Readings = readonly { readonly at: number; readonly value: number }[];

/** Parts of the site besides its zone and its sensor. */
interface SiteParts {
  /** Whether it has a door with a counter that reports every hour. */
  readonly isCounting?: true;
  /** Further fields of its site file, in YAML. */
  readonly fields?: string;
}

let count = 0;

/** Creates a site in an organization of its own, with one air sensor and a clock that tests move. */
export async function createAlertWorld(
  stores: { readonly db: Database; readonly analytics: AnalyticsStore },
  start: number,
  more: SiteParts = {},
): Promise<AlertWorld> {
  count += 1;
  const name = `alerts-${count}`;
  const clock = aClock(start);
  const bus = createInProcessBus({ error: () => {} });
  const { services, organizationId: own } = await aHall(stores, { clock, bus, name, more });
  const scope = systemScope(own);
  const [site] = await services.sites.topologies(scope);
  const zone = site?.zones[0];
  if (site === undefined || zone === undefined) throw new Error('the site was not made');
  const { answerQueries } = services;
  const { db } = stores;
  const judging: EvaluationDependencies = {
    db,
    clock,
    sites: services.sites,
    observe: createObserve({ answerQueries, clock }),
    contactsOf: services.access.contactsOf,
    links: testLinks,
    catalogues: services.catalogues,
    findHolidays: services.findHolidays,
  };
  const { organizationId, installationId } = site;
  const judge = async (changed: SiteChanges) => {
    await evaluateSite(judging, { organizationId, installationId }, changed);
  };
  const heard: SiteChanges[] = [];
  bus.subscribe('readings.stored', ({ deviceIds, from }) => heard.push({ deviceIds: new Set(deviceIds), from }));
  async function take(serial: string, metric: string, readings: Readings): Promise<void> {
    const device = `${name}-${serial}`;
    const raw = readings.map(({ at, value }) => ({ device, metric, at: new Date(at).toISOString(), value }));
    const stored = await services.ingestion.ingestReadings(scope, null, raw, clock.now());
    if (!stored.ok || stored.value.rejected.length > 0) throw new Error(JSON.stringify(stored));
    for (const changed of heard.splice(0)) await judge(changed);
  }

  return {
    services,
    clock,
    scope,
    installationId,
    zoneId: zone.id,
    sensor: `${name}-AIR`,
    judging,
    alert: (condition = {}, draft = {}) =>
      alertsStore(db).insert(
        scope,
        {
          name: 'Stale air',
          installationId,
          eventId: null,
          condition: { ...emptyCondition('CO2'), zoneId: zone.id, value: 800, ...condition },
          emails: [],
          phones: [],
          actions: [],
          planningIds: [],
          ...draft,
        },
        clock.now(),
      ),
    told: (readings) => take('AIR', 'co2', readings),
    counted: (readings) => take('PAD', 'affluenceIn', readings),
    passes: () => judge({ deviceIds: new Set(), from: Number.POSITIVE_INFINITY }),
  };
}

async function aHall(
  { db, analytics }: { readonly db: Database; readonly analytics: AnalyticsStore },
  {
    clock,
    bus,
    name,
    more: { isCounting, fields },
  }: { readonly clock: TestClock; readonly bus: Bus; readonly name: string; readonly more: SiteParts },
) {
  const services = createServices({
    db,
    analytics,
    bus,
    clock,
    files: testFiles().store,
    drawing: testDrawing(),
    secret: 'only for tests, only for tests, only for tests',
    links: testLinks,
    logError: () => {},
  });
  const door = isCounting === true ? `{ key: ${name}-door, from: outside, to: ${name}-floor }` : '';
  const pad = isCounting === true ? `, { serial: ${name}-PAD, kind: pad, passage: ${name}-door, interval: 3600 }` : '';
  const file = `organization: { name: ${name} }
installations:
  - { key: ${name}, name: Hall, timezone: Europe/Zurich, zones: [{ key: ${name}-floor, name: Floor }], passages: [${door}],${fields === undefined ? '' : ` ${fields},`}
      devices: [{ serial: ${name}-AIR, kind: atmosphere, zone: ${name}-floor, interval: 300 }${pad}] }
`;
  const applied = await applySiteFile(services.provisioning, file, { dryRun: false, prune: false, within: null });
  if (applied.organizationId === null || applied.problems.length > 0) throw new Error(JSON.stringify(applied.problems));
  return { services, organizationId: applied.organizationId as OrganizationId };
}
