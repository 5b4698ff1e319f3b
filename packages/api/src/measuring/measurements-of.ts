import type { Clock } from '@atrium/domain/core';
import { insideCorrectionsStore } from '../inside-corrections/index.ts';
import {
  createAnswerOver,
  createAnswerQueries,
  createExplainPlan,
  createIngestion,
  createKnownDescriptors,
  createRollups,
  createSourceReadings,
  keepAnswers,
  keepOpenDays,
  keepToldDescriptors,
  ReadingMarks,
  rememberReads,
  shareSites,
} from '../measurements/index.ts';
import { organizationStore } from '../organization/index.ts';
import { type AnalyticsStore, inBackground } from '../platform/analytics-store.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Calls } from '../platform/bus/calls.ts';
import { watchForPauses } from '../platform/lifecycle/index.ts';
import type { Database, Use } from '../platform/relational/index.ts';
import { receiptsStore } from '../sales/index.ts';
import type { SiteSnapshots } from '../sites/index.ts';

/** Dependencies of ingestion, rollups and queries. */
export interface MeasuringFoundation {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Defaults to a standalone process. Other processes are reached through `calls`. */
  readonly use?: Use;
  readonly calls?: Calls | null;
  readonly logError: (message: string, error: unknown) => void;
}

/** Creates ingestion, rollups and queries for a process. */
export function measurementsOf(foundation: MeasuringFoundation, sites: SiteSnapshots) {
  const { db, analytics, clock } = foundation;
  const marks = new ReadingMarks(foundation);
  const taking = foundation.use === undefined || foundation.use === 'alone' ? takenAlone : takenTogether;
  const { rollups, openDays, ingestion, shared } = taking(foundation, sites, marks);
  const { ledger } = rollups;
  const told = keepToldDescriptors(ledger, openDays);
  const reading = {
    analytics,
    sites,
    facts: sites.snapshot,
    sales: receiptsStore(db),
    corrections: insideCorrectionsStore(db),
    clock,
    ledger,
    openDays,
    told,
  };
  const { corrections: _corrections, ...asCounted } = reading;
  const { openDays: _openDays, ...fromStore } = { ...reading, told: keepToldDescriptors(ledger) };
  const sharing = { ...reading, kept: keepAnswers(ledger), remembered: rememberReads(ledger, told) };
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
      answerInBackground: createAnswerQueries({ ...reading, analytics: inBackground(analytics) }),
      sourceReadings: createSourceReadings(reading),
      knownDescriptors: createKnownDescriptors(analytics, told),
    },
  };
}

/** Standalone: all readings pass through this process, so it can cache recent ones in memory. */
function takenAlone(foundation: MeasuringFoundation, devices: SiteSnapshots, marks: ReadingMarks) {
  const { db, analytics, bus, clock, logError } = foundation;
  const isIngesting = () => ingestion.waiting > 0;
  const rollups = createRollups({ analytics, clock, logError, isIngesting, retentions: retentionsIn(db) });
  const { ledger } = rollups;
  const openDays = keepOpenDays({ analytics, ledger, clock });
  const ingestion = createIngestion({ analytics, devices, bus, clock, logError, ledger, openDays, marks });
  return { rollups, openDays, ingestion, shared: null };
}

/** Several workers share the sites. This process does not see what others write, so the store answers every query. */
function takenTogether(foundation: MeasuringFoundation, devices: SiteSnapshots, marks: ReadingMarks) {
  const { db, analytics, bus, calls, clock, logError } = foundation;
  if (calls == null) throw new Error('processes that share sites have to reach each other');
  const shared = shareSites({ analytics, marks, bus, calls, clock, logError, retentions: retentionsIn(db) });
  const { ledger, rollups, intake } = shared;
  // After a pause of this process, queued readings have already been sent to another one.
  const isBelated = watchForPauses();
  const ingestion = createIngestion({ analytics, devices, bus, clock, logError, ledger, intake, isBelated });
  return { rollups, openDays: undefined, ingestion, shared };
}

const retentionsIn = (db: Database) => async () =>
  (await organizationStore(db).all()).flatMap(({ id, keepReadings }) =>
    keepReadings === null ? [] : [{ organizationId: id, days: keepReadings }],
  );
