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
}

/** Readings on their way in, rolled up, and asked for. */
export function measurementsOf({ db, analytics, bus, clock, logError }: MeasuringFoundation, sites: SiteSnapshots) {
  const rollups = createRollups({
    analytics,
    clock,
    logError,
    isIngesting: () => ingestion.waiting > 0,
    retentions: retentionsIn(db),
  });
  const { ledger } = rollups;
  const told = keepToldDescriptors(ledger);
  const marks = new ReadingMarks({ db, analytics, logError });
  const ingestion = createIngestion({ analytics, devices: sites, bus, clock, logError, ledger, marks });
  const reading = {
    analytics,
    sites,
    facts: sites.snapshot,
    sales: receiptsStore(db),
    corrections: insideCorrectionsStore(db),
    clock,
    ledger,
    told,
  };
  const { corrections: _corrections, ...asCounted } = reading;
  return {
    rollups,
    marks,
    ingestion,
    explainPlan: createExplainPlan(reading),
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
