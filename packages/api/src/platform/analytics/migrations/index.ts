import { readings } from './0001-readings.ts';
import { rollups } from './0002-rollups.ts';
import { retention } from './0003-retention.ts';
import { standsOfRegisters } from './0004-stands-of-registers.ts';
import { lengthsOfReadings } from './0005-lengths-of-readings.ts';
import { overlappingReadings } from './0006-overlapping-readings.ts';
import { fewerMerges } from './0007-fewer-merges.ts';
import { noStatistics } from './0008-no-statistics.ts';
import { countsByDay, dropCountsByPiece } from './0009-counts-by-day.ts';
import { dropSamplesByPiece, samplesByDay } from './0011-samples-by-day.ts';
import { dropMetersByPiece, metersByDay } from './0013-meters-by-day.ts';
import { dropVisitorsByPiece, visitorsByDay } from './0015-visitors-by-day.ts';
import { balancesByDay } from './0017-balances-by-day.ts';
import { amountsOfMeters } from './0018-amounts-of-meters.ts';
import { importsOfReadings } from './0019-imports-of-readings.ts';
import type { AnalyticsMigration } from './migration.ts';

export type { AnalyticsMigration };

/** In the order of application; new ones go last. */
export const analyticsMigrations: readonly AnalyticsMigration[] = [
  readings,
  rollups,
  retention,
  standsOfRegisters,
  lengthsOfReadings,
  overlappingReadings,
  fewerMerges,
  noStatistics,
  countsByDay,
  dropCountsByPiece,
  samplesByDay,
  dropSamplesByPiece,
  metersByDay,
  dropMetersByPiece,
  visitorsByDay,
  dropVisitorsByPiece,
  balancesByDay,
  amountsOfMeters,
  importsOfReadings,
];
