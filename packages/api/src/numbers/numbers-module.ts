import type { Clock, UserId } from '@atrium/domain/core';
import { organizationStore } from '../people/organization/index.ts';
import { type AnalyticsStore, withLowPriority } from '../platform/analytics-store.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Calls } from '../platform/bus/calls.ts';
import type { SchemaBuilders, Work } from '../platform/module.ts';
import { watchForPauses } from '../platform/pauses.ts';
import type { Platform } from '../platform/platform.ts';
import { assignShards } from '../platform/relational/assign-shards.ts';
import type { StoreRole } from '../platform/relational/database-lock.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { systemScope } from '../platform/tenancy/index.ts';
import type { SiteSnapshots, SiteTypes } from '../sites/index.ts';
import { AckWatermarks } from './ack-watermarks/ack-watermarks.ts';
import { registerCalendar } from './calendar/calendar.graphql.ts';
import { type CalendarRequest, listCalendar } from './calendar/list-calendar.ts';
import { createExpectedAnswers } from './expected/answer-expected.ts';
import { createHolidays, type FindHolidays } from './expected/holidays.ts';
import { listDatedEvents } from './expected/unusual-days.ts';
import { undoReadingsImport } from './ingest/import/history/undo-readings-import.ts';
import { registerReadingsImportOnHub } from './ingest/import/readings-import.graphql.ts';
import { measureIngestion } from './ingest/ingest-metrics.ts';
import { createIngestion } from './ingest/ingest-readings.ts';
import { createKnownDescriptors } from './known-descriptors.ts';
import { registerMeasurements } from './measurements.graphql.ts';
import { createAnswerCache } from './planner/answer-cache.ts';
import { createAnswerOver, createAnswerQueries } from './planner/answer-queries.ts';
import type { SalesReader, SetPointReader } from './planner/evaluate/evaluation.ts';
import { createExplainPlan } from './planner/explain-plan.ts';
import { createBalancePlanner } from './planner/plan/plan-balances.ts';
import { createDescriptorCatalog } from './planner/read/descriptors.ts';
import { createReadCaches } from './planner/read/scanner.ts';
import type { MarkDays } from './reading-corrections/add-reading-correction.ts';
import { correctReadings, correctRollups, hideUndoneImports } from './reading-corrections/correct-statements.ts';
import { createKnownCorrections, type KnownCorrections } from './reading-corrections/known-corrections.ts';
import { findReadingCorrections } from './reading-corrections/list-reading-corrections.ts';
import { registerReadingCorrections } from './reading-corrections/reading-corrections.graphql.ts';
import { createRecentDays } from './recent-readings/recent-days.ts';
import { measureRecentDays } from './recent-readings/recent-days-metrics.ts';
import { measureRollups } from './rollups/rollup-metrics.ts';
import { createRollups } from './rollups/rollups.ts';
import { createSharedSites, type SharedSites } from './shards/share-sites.ts';
import { createSourceReadings } from './source-readings/source-readings.ts';
import '../sites/sites.events.ts';

interface NumbersDependencies {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Other processes are reached through `calls`. */
  readonly use: StoreRole;
  readonly calls: Calls | null;
  readonly sites: SiteSnapshots;
  readonly salesReader: SalesReader;
  readonly setPointReader: SetPointReader;
  readonly namesOf: (scope: Scope, userIds: readonly UserId[]) => Promise<ReadonlyMap<UserId, string>>;
  readonly logError: (message: string, error: unknown) => void;
}

/** Ingestion, rollups and answers. */
export function createNumbersModule(deps: NumbersDependencies) {
  const { db, analytics, clock, use, sites, bus, namesOf } = deps;
  const marks = new AckWatermarks(deps);
  const known = createKnownCorrections(db, use === 'standalone');
  const findHolidays = createHolidays(deps.logError);
  const asCorrected = (store: AnalyticsStore) => correctReadings(hideUndoneImports(store, known.undone), known.of);
  const { rollups, openDays, ingestion, shared, markDays } =
    use === 'standalone' ? takeAlone(deps, known, marks) : takeTogether(deps, known, marks);
  const history = { db, analytics, clock, bus, ingestion, ledger: rollups.ledger, markDays, known, namesOf };
  const services = {
    rollups,
    openDays,
    marks,
    ingestion,
    shared,
    findHolidays,
    /** Undoes an imported file of readings. */
    undoReadingsImport: (scope: Scope, importId: number, reason: string) =>
      undoReadingsImport(history, scope, importId, reason),
    /** Readings as numbers see them: corrected. */
    correctedReadings: asCorrected(analytics),
    /** Readings as sent, without those of undone imports. */
    sentReadings: hideUndoneImports(analytics, known.undone),
    ...createAnswers(deps, asCorrected, rollups, openDays, findHolidays),
    siteCalendar: (scope: Scope, wanted: CalendarRequest) => listCalendar({ sites, findHolidays }, scope, wanted),
  };
  return {
    services,
    graphql({ main, hub }: SchemaBuilders, { siteTypes }: { readonly siteTypes: SiteTypes }) {
      const { ledger } = rollups;
      registerReadingsImportOnHub(hub, { db, clock, ingestion, sites, analytics: asCorrected(analytics) }, history);
      registerCalendar(main, { sites, findHolidays });
      const correction = registerReadingCorrections(main, {
        db,
        analytics: hideUndoneImports(analytics, known.undone),
        sites,
        bus,
        clock,
        ledger,
        markDays,
        known,
        namesOf,
      });
      return { measurements: registerMeasurements(main, services, siteTypes, correction) };
    },
    metrics({ metrics }: Platform) {
      measureIngestion(ingestion, metrics);
      // A web process does not know the backlog of the worker it follows.
      if (use !== 'replica') measureRollups(rollups, metrics);
      if (openDays !== undefined) measureRecentDays(openDays, metrics);
    },
    work: (platform: Platform): readonly Work[] => [
      { by: 'all', open: () => ({ stop: () => ingestion.drain() }) },
      ...shareSites(platform, shared),
      {
        by: 'leader',
        async open() {
          await marks.open();
          return { start: () => rollups.start(), stop: () => rollups.stop() };
        },
      },
    ],
  };
}

/** Starts assigning sites to workers where there are several. */
function shareSites({ config, logger }: Platform, shared: SharedSites | null): readonly Work[] {
  const { databaseUrl: url } = config;
  if (shared === null || url === null) return [];
  const open = () => {
    const sharing = assignShards({ url, keeper: shared.keeper, logger });
    shared.setClaimAll(sharing.claimAll);
    return {
      start: () => shared.start(),
      async stop() {
        await shared.stop();
        await sharing.stop();
      },
    };
  };
  return [{ by: 'workers', open }];
}

type Taken = ReturnType<typeof takeAlone> | ReturnType<typeof takeTogether>;

function createAnswers(
  { db, analytics: stored, sites, salesReader, setPointReader, clock, namesOf }: NumbersDependencies,
  asCorrected: (store: AnalyticsStore) => AnalyticsStore,
  { ledger }: Taken['rollups'],
  openDays: Taken['openDays'],
  findHolidays: FindHolidays,
) {
  const analytics = asCorrected(stored);
  const descriptorCatalog = createDescriptorCatalog(ledger, openDays);
  const asCounted = {
    analytics,
    sites,
    facts: sites.snapshot,
    sales: salesReader,
    clock,
    ledger,
    openDays,
    descriptorCatalog,
  };
  const reading = { ...asCounted, corrections: setPointReader };
  const { openDays: _openDays, ...fromStore } = { ...reading, descriptorCatalog: createDescriptorCatalog(ledger) };
  const sharing = {
    ...reading,
    kept: createAnswerCache(ledger),
    remembered: createReadCaches(ledger, descriptorCatalog),
  };
  const withExpected = createExpectedAnswers({
    ...reading,
    events: async (scope) => listDatedEvents((await sites.snapshot(scope)).sites.values()),
    findHolidays,
  });
  return {
    explainPlan: createExplainPlan(fromStore),
    answerOver: createAnswerOver(reading),
    /** Answers queries through another analytics store, with the same caches. */
    answerBy: (store: AnalyticsStore) =>
      withExpected(createAnswerQueries({ ...sharing, analytics: asCorrected(store) })),
    answerQueries: withExpected(createAnswerQueries(sharing)),
    answerAsCounted: createAnswerQueries(asCounted),
    answerInBackground: withExpected(createAnswerQueries({ ...reading, analytics: withLowPriority(analytics) })),
    sourceReadings: createSourceReadings(reading, (scope, site, spans) =>
      findReadingCorrections({ db, namesOf }, scope, site, spans),
    ),
    knownDescriptors: createKnownDescriptors(analytics, descriptorCatalog),
  };
}

/** Standalone: all readings pass through this process, so it can cache recent ones in memory. */
function takeAlone(
  { db, analytics, bus, clock, sites, logError }: NumbersDependencies,
  known: KnownCorrections,
  marks: AckWatermarks,
) {
  const isIngesting = () => ingestion.waiting > 0;
  const corrections = correctRollups(known.of, known.undone);
  const rollups = createRollups({
    analytics,
    corrections,
    clock,
    logError,
    isIngesting,
    retentions: retentionsIn(db),
    balances: balancesOf(sites),
  });
  bus.subscribe('sites.changed', ({ organizationId }) => rollups.sitesChanged(organizationId));
  const { ledger } = rollups;
  const openDays = createRecentDays({
    analytics: correctReadings(hideUndoneImports(analytics, known.undone), known.of),
    readChanges: known.of,
    ledger,
    clock,
  });
  const ingested = { analytics, devices: sites, bus, clock, logError };
  const ingestion = createIngestion({ ...ingested, ledger, corrections, readUndone: toIds(known), openDays, marks });
  const markDays: MarkDays = async (days) => {
    const end = await ledger.writing(days);
    return async () => end();
  };
  return { rollups, openDays, ingestion, shared: null, markDays };
}

/** Several workers share the sites. This process does not see what others write, so the store answers every query. */
function takeTogether(
  { db, analytics, bus, calls, clock, sites, logError }: NumbersDependencies,
  known: KnownCorrections,
  marks: AckWatermarks,
) {
  if (calls === null) throw new Error('processes that share sites have to reach each other');
  const shared = createSharedSites({
    analytics,
    corrections: correctRollups(known.of, known.undone),
    readUndone: toIds(known),
    marks,
    bus,
    calls,
    clock,
    logError,
    retentions: retentionsIn(db),
    balances: balancesOf(sites),
  });
  const { ledger, rollups, intake } = shared;
  bus.subscribe('sites.changed', ({ organizationId }) => rollups.sitesChanged(organizationId));
  // After a pause of this process, queued readings have already been sent to another one.
  const isBelated = watchForPauses();
  const ingestion = createIngestion({ analytics, devices: sites, bus, clock, logError, ledger, intake, isBelated });
  const markDays: MarkDays = async (days) => {
    await shared.markDays(days);
    // A roll-up that ran in the meantime lacks the change.
    return () => shared.markDays(days);
  };
  return { rollups, openDays: undefined, ingestion, shared, markDays };
}

const toIds = (known: KnownCorrections) => async (organization: number) =>
  new Set((await known.undone(organization)).map(({ id }) => id));

const balancesOf = (sites: SiteSnapshots) =>
  createBalancePlanner((organization, installation) => sites.topology(systemScope(organization), installation));

const retentionsIn = (db: Database) => async () =>
  (await organizationStore(db).all()).flatMap(({ id, keepReadings }) =>
    keepReadings === null ? [] : [{ organizationId: id, days: keepReadings }],
  );
