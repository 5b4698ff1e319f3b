import type { Clock } from '@atrium/domain/core';
import { receiptsStore } from '../../actions/sales/index.ts';
import {
  AckWatermarks,
  createAnswerCache,
  createAnswerOver,
  createAnswerQueries,
  createBalancePlanner,
  createDescriptorCatalog,
  createExplainPlan,
  createIngestion,
  createKnownDescriptors,
  createReadCaches,
  createRecentDays,
  createRollups,
  createSharedSites,
  createSourceReadings,
} from '../../numbers/index.ts';
import { insideCorrectionsStore } from '../../numbers/inside-corrections/index.ts';
import { organizationStore } from '../../people/organization/index.ts';
import { type AnalyticsStore, withLowPriority } from '../../platform/analytics-store.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Calls } from '../../platform/bus/calls.ts';
import { watchForPauses } from '../../platform/pauses.ts';
import type { StoreRole } from '../../platform/relational/database-lock.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import '../../sites/sites.events.ts';

/** Dependencies of ingestion, rollups and queries. */
export interface MeasuringFoundation {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Defaults to a standalone process. Other processes are reached through `calls`. */
  readonly use?: StoreRole;
  readonly calls?: Calls | null;
  readonly logError: (message: string, error: unknown) => void;
}

/** Creates ingestion, rollups and queries for a process. */
export function createMeasurements(foundation: MeasuringFoundation, sites: SiteSnapshots) {
  const { db, analytics, clock } = foundation;
  const marks = new AckWatermarks(foundation);
  const taking = foundation.use === undefined || foundation.use === 'alone' ? takenAlone : takenTogether;
  const { rollups, openDays, ingestion, shared } = taking(foundation, sites, marks);
  const { ledger } = rollups;
  const descriptorCatalog = createDescriptorCatalog(ledger, openDays);
  const reading = {
    analytics,
    sites,
    facts: sites.snapshot,
    sales: receiptsStore(db),
    corrections: insideCorrectionsStore(db),
    clock,
    ledger,
    openDays,
    descriptorCatalog,
  };
  const { corrections: _corrections, ...asCounted } = reading;
  const { openDays: _openDays, ...fromStore } = { ...reading, descriptorCatalog: createDescriptorCatalog(ledger) };
  const sharing = {
    ...reading,
    kept: createAnswerCache(ledger),
    remembered: createReadCaches(ledger, descriptorCatalog),
  };
  return {
    rollups,
    openDays,
    marks,
    ingestion,
    shared,
    explainPlan: createExplainPlan(fromStore),
    answerOver: createAnswerOver(reading),
    /** Answers queries through another analytics store, with the same caches. */
    answerBy: (store: AnalyticsStore) => createAnswerQueries({ ...sharing, analytics: store }),
    numbers: {
      answerQueries: createAnswerQueries(sharing),
      answerAsCounted: createAnswerQueries(asCounted),
      answerInBackground: createAnswerQueries({ ...reading, analytics: withLowPriority(analytics) }),
      sourceReadings: createSourceReadings(reading),
      knownDescriptors: createKnownDescriptors(analytics, descriptorCatalog),
    },
  };
}

/** Standalone: all readings pass through this process, so it can cache recent ones in memory. */
function takenAlone(foundation: MeasuringFoundation, devices: SiteSnapshots, marks: AckWatermarks) {
  const { db, analytics, bus, clock, logError } = foundation;
  const isIngesting = () => ingestion.waiting > 0;
  const rollups = createRollups({
    analytics,
    clock,
    logError,
    isIngesting,
    retentions: retentionsIn(db),
    balances: balancesOf(devices),
  });
  bus.subscribe('sites.changed', ({ organizationId }) => rollups.sitesChanged(organizationId));
  const { ledger } = rollups;
  const openDays = createRecentDays({ analytics, ledger, clock });
  const ingestion = createIngestion({ analytics, devices, bus, clock, logError, ledger, openDays, marks });
  return { rollups, openDays, ingestion, shared: null };
}

/** Several workers share the sites. This process does not see what others write, so the store answers every query. */
function takenTogether(foundation: MeasuringFoundation, devices: SiteSnapshots, marks: AckWatermarks) {
  const { db, analytics, bus, calls, clock, logError } = foundation;
  if (calls == null) throw new Error('processes that share sites have to reach each other');
  const shared = createSharedSites({
    analytics,
    marks,
    bus,
    calls,
    clock,
    logError,
    retentions: retentionsIn(db),
    balances: balancesOf(devices),
  });
  const { ledger, rollups, intake } = shared;
  bus.subscribe('sites.changed', ({ organizationId }) => rollups.sitesChanged(organizationId));
  // After a pause of this process, queued readings have already been sent to another one.
  const isBelated = watchForPauses();
  const ingestion = createIngestion({ analytics, devices, bus, clock, logError, ledger, intake, isBelated });
  return { rollups, openDays: undefined, ingestion, shared };
}

const balancesOf = (sites: SiteSnapshots) =>
  createBalancePlanner((organization, installation) => sites.topology(systemScope(organization), installation));

const retentionsIn = (db: Database) => async () =>
  (await organizationStore(db).all()).flatMap(({ id, keepReadings }) =>
    keepReadings === null ? [] : [{ organizationId: id, days: keepReadings }],
  );
