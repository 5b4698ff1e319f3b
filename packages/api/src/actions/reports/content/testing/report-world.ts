import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FiredAlert } from '@atrium/domain/actions/reports';
import { type InstallationId, type Instant, id, type LocalDate, type ZoneId } from '@atrium/domain/core';
import { defaultSettings } from '@atrium/domain/numbers';
import type { ProfileLanguage } from '@atrium/domain/people/access';
import type { Topology } from '@atrium/domain/sites';
import type { TestReading } from '@atrium/testkit/readings';
import { aDoor, anAirSensor, aPad, aSite, aZone, aZoneWithin } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { answerWithExpected, type DatedEvent, scopeOf } from '../../../../numbers/testing/ask.ts';
import { store } from '../../../../numbers/testing/store.ts';
import type { AnalyticsStore } from '../../../../platform/analytics-store.ts';
import { createDrawing, type Drawing } from '../../../../platform/drawing/drawing.ts';
import type { SiteSnapshot } from '../../../../sites/index.ts';
import type { ReportRequest } from '../../composed-report.ts';
import { type ComposeDependencies, createComposeReport } from '../compose-report.ts';

/** A hall with two street doors (pads 21 and 22), a shop in it behind one door (pad 23), and air in the shop (31). */
export const buildHall = (organization: number, overrides: Partial<Topology> = {}): Topology =>
  aSite(organization, {
    name: 'Bahnhof Passage',
    installationId: (organization * 10) as InstallationId,
    zones: [aZone(1, { name: 'Whole passage', limit: 2000 }), { ...aZoneWithin(2, [1]), name: 'Market hall' }],
    passages: [
      aDoor(11, null, 1, { name: 'North door' }),
      aDoor(12, null, 1, { name: 'South door' }),
      aDoor(13, 1, 2, { name: 'Shop door' }),
    ],
    devices: [
      aPad(21, 11, { name: 'North counter', interval: 3600 }),
      aPad(22, 12, { name: 'South counter', interval: 3600 }),
      aPad(23, 13, { name: 'Shop counter', interval: 3600 }),
      anAirSensor(31, 2, { name: 'Shop air', interval: 3600 }),
    ],
    ...overrides,
  });

/** Builds a composer for one site at a moment, with a scope that sees it. */
export function createReporter(
  analytics: () => AnalyticsStore,
  site: Topology,
  now: Instant,
  more: Partial<ComposeDependencies> & {
    readonly metrics?: readonly string[];
    readonly fired?: readonly FiredAlert[];
    readonly events?: readonly DatedEvent[];
  } = {},
) {
  const { metrics = ['affluenceIn', 'co2', 'temperature'], fired = [], events = [], ...deps } = more;
  const clock = aClock(now);
  const answerQueries = answerWithExpected(analytics(), [site], now, new Map([[site.installationId, events]]));
  const compose = createComposeReport({
    drawing: paper(),
    sites: { snapshot: async () => snapshotOf(site, metrics) },
    answerQueries,
    clock,
    organizationName: async () => 'Lumen Retail',
    metricColors: async () => ({}),
    alertsFired: async () => fired,
    ...deps,
  });
  const scope = scopeOf(site.organizationId);
  return {
    compose,
    scope,
    answerQueries,
    deliver: (readings: readonly TestReading[]) => store(analytics(), site, readings),
  };
}

/** Shared by all tests of a file. Its process ends by itself. */
let opened: Drawing | null = null;
function paper(): Drawing {
  opened ??= createDrawing(join(tmpdir(), 'atrium-test-fonts'));
  return opened;
}

function snapshotOf(site: Topology, metrics: readonly string[]): SiteSnapshot {
  const seen = { topology: site, disabledZones: new Set(), events: [{ metrics }] };
  return { sites: new Map([[site.installationId, seen]]), settings: defaultSettings } as unknown as SiteSnapshot;
}

export const buildRequest = (
  site: Topology,
  from: LocalDate,
  to: LocalDate,
  more: Partial<ReportRequest> = {},
): ReportRequest => ({
  title: 'Weekly report',
  language: 'en' as ProfileLanguage,
  installationId: site.installationId,
  zoneIds: [id<ZoneId>(1)],
  from,
  to,
  granularity: null,
  slot: null,
  isLate: false,
  setUpBy: 'Leïla Haddad',
  ...more,
});
