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
} from '../measurements/index.ts';
import { organizationStore } from '../organization/index.ts';
import { type AnalyticsStore, inBackground } from '../platform/analytics-store.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Database } from '../platform/relational/index.ts';
import { receiptsStore } from '../sales/index.ts';
import type { SiteSnapshots } from '../sites/index.ts';

/** What readings are taken in, added up and asked for with. */
interface MeasuringFoundation {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
  /** Whether other processes take readings in as well. */
  readonly isOneOfSeveral?: boolean;
}

/** Readings on their way in, rolled up, and asked for. */
export function measurementsOf(foundation: MeasuringFoundation, sites: SiteSnapshots) {
  const { db, analytics, bus, clock, logError, isOneOfSeveral = false } = foundation;
  const rollups = createRollups({
    analytics,
    clock,
    logError,
    isIngesting: () => ingestion.waiting > 0,
    retentions: retentionsIn(db),
  });
  const { ledger } = rollups;
  // What others write is not told here: then nothing is held, and the store answers everything.
  const openDays = isOneOfSeveral ? undefined : keepOpenDays({ analytics, ledger, clock });
  const told = keepToldDescriptors(ledger, openDays);
  const marks = new ReadingMarks({ db, analytics, logError });
  const ingestion = createIngestion({ analytics, devices: sites, bus, clock, logError, ledger, openDays, marks });
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
  return {
    rollups,
    openDays,
    marks,
    ingestion,
    explainPlan: createExplainPlan(fromStore),
    answerOver: createAnswerOver(reading),
    numbers: {
      answerQueries: createAnswerQueries({ ...reading, kept: keepAnswers(ledger) }),
      answerAsCounted: createAnswerQueries(asCounted),
      answerInBackground: createAnswerQueries({ ...reading, analytics: inBackground(analytics) }),
      sourceReadings: createSourceReadings(reading),
      knownDescriptors: createKnownDescriptors(analytics, told),
    },
  };
}

const retentionsIn = (db: Database) => async () =>
  (await organizationStore(db).all()).flatMap(({ id, keepReadings }) =>
    keepReadings === null ? [] : [{ organizationId: id, days: keepReadings }],
  );
