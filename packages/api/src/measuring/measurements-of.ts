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
  distantIntake,
  keepAnswers,
  keepOpenDays,
  keepToldDescriptors,
  type LedgerUse,
  ReadingMarks,
  serveIntake,
} from '../measurements/index.ts';
import { organizationStore } from '../organization/index.ts';
import { type AnalyticsStore, inBackground } from '../platform/analytics-store.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Calls } from '../platform/bus/calls.ts';
import { watchForPauses } from '../platform/lifecycle/index.ts';
import type { Database, Use } from '../platform/relational/index.ts';
import { receiptsStore } from '../sales/index.ts';
import type { SiteSnapshots } from '../sites/index.ts';

/** What readings are taken in, added up and asked for with. */
export interface MeasuringFoundation {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Alone, where nothing is said; others than this process are reached by `calls`. */
  readonly use?: Use;
  /** Resolves while this process is the one at work. */
  readonly confirmUse?: () => Promise<void>;
  readonly calls?: Calls | null;
  readonly logError: (message: string, error: unknown) => void;
}

const ledgerUses: Readonly<Record<Use, LedgerUse>> = { alone: 'alone', 'at work': 'followed', beside: 'following' };

/** Readings on their way in, rolled up, and asked for. */
export function measurementsOf(foundation: MeasuringFoundation, sites: SiteSnapshots) {
  const { db, analytics, bus, clock, logError, use = 'alone', calls = null } = foundation;
  // One process alone cannot lose to another what it is in the middle of.
  const atWork = use === 'at work' && foundation.confirmUse !== undefined ? { confirm: foundation.confirmUse } : {};
  const rollups = createRollups({
    analytics,
    clock,
    logError,
    isIngesting: () => ingestion.waiting > 0,
    retentions: retentionsIn(db),
    ledgerUse: ledgerUses[use],
    ...atWork,
  });
  const { ledger } = rollups;
  // What others write is not told here: then nothing is held, and the store answers everything.
  const openDays = use === 'alone' ? keepOpenDays({ analytics, ledger, clock }) : undefined;
  const told = keepToldDescriptors(ledger, openDays);
  const marks = new ReadingMarks({ db, analytics, logError });
  // Where another takes over from whoever stands still, what waited meanwhile has been sent to that one by now.
  const late = use === 'alone' ? {} : { isBelated: watchForPauses() };
  const taking = { analytics, devices: sites, bus, clock, logError, ledger, ...late };
  const ingestion = createIngestion(
    use === 'beside' && calls !== null
      ? { ...taking, intake: distantIntake(calls) }
      : { ...taking, openDays, marks, ...atWork },
  );
  if (use === 'at work' && calls !== null) serveIntake(calls, ingestion);
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
