import type { Clock } from '@atrium/domain/core';
import type { AnalyticsStore, QueryOptions } from '../analytics-store.ts';
import { systemClock, withTimeout } from '../concurrency/timing.ts';
import { isAnalyticsCorruption } from '../damage/corruption.ts';
import { Overloaded } from '../failures.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';
import type { Reading } from './engine.ts';
import type { EnginePoolLimits } from './engine-pools.ts';
import { openServerEngine } from './server-engine.ts';

export interface AnalyticsOptions {
  readonly source: { readonly folder: string } | { readonly url: string };
  readonly clock?: Clock;
  /** Limits of the connection pools; default: those of the engine. */
  readonly poolLimits?: EnginePoolLimits;
  /** Default time limit of a read-only statement, in seconds. */
  readonly maxSeconds?: number;
  /** Called whenever a statement fails because stored data is damaged. */
  readonly onDamage?: () => void;
}

const defaultMaxSeconds = 20;
const pingMs = 2000;
/** Time limit for copying the rows of a part, in seconds. Nobody waits for a copy, and the disk may be slow. */
const copySeconds = 600;

/** Opens the embedded engine on a folder, or a server by its URL. Does not run migrations. */
export async function openAnalyticsStore(options: AnalyticsOptions): Promise<AnalyticsStore> {
  const { source, clock = systemClock, poolLimits, maxSeconds = defaultMaxSeconds, onDamage } = options;
  const engine =
    'folder' in source
      ? await openEmbeddedEngine(source.folder, maxSeconds, clock, poolLimits)
      : openServerEngine(source.url, clock, poolLimits);
  const readingOf = ({ purpose = 'question', ...asked }: QueryOptions = {}): Reading => ({
    maxSeconds,
    purpose,
    ...asked,
  });
  const failed = (error: unknown): never => {
    if (isAnalyticsCorruption(error)) onDamage?.();
    throw error;
  };
  const unanswered = (error: unknown): never => failed(toOverload(error));
  return {
    query: (statement, asked) => engine.query<never>(statement, readingOf(asked)).catch(unanswered),
    columns: (statement, asked) => engine.columns<never>(statement, readingOf(asked)).catch(unanswered),
    async insert(table, rows) {
      rejectMissingValues(table, rows);
      if (rows.length > 0) await engine.insert(table, rows);
    },
    dump: (statement) => engine.dump(statement, { maxSeconds: copySeconds, purpose: 'upkeep' }).catch(failed),
    load: (table, columns, rows) => engine.load(table, columns, rows),
    command: (statement) => engine.command(statement).catch(failed),
    findOverload: (owner, options) => engine.findOverload({ ...readingOf(options), owner }),
    lines: () => engine.lines(),
    ping: () => withTimeout(engine.ping(), pingMs),
    close: () => engine.close(),
  };
}

/** Seconds to wait after a statement exceeded the engine's capacity. */
const retryAfter = 10;
const tookTooLong = '159';
const tooManyAtOnce = '202';
const tooMuchMemory = '241';

/**
 * Converts errors about capacity into `Overloaded`. A statement that took too long, or hit the memory limit of all
 * statements together, might succeed under less load. A statement that hits its own memory limit is no overload.
 */
function toOverload(error: unknown): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const isOverload =
    code === tookTooLong || code === tooManyAtOnce || (code === tooMuchMemory && `${message}`.includes('(total)'));
  return isOverload ? new Overloaded(retryAfter, { cause: error }) : error;
}

/**
 * Throws when a row has a null or non-finite value. JSON writes non-finite numbers as null, and the engine would store
 * null as zero.
 */
function rejectMissingValues(table: string, rows: readonly object[]): void {
  rows.forEach((row, index) => {
    for (const column in row) {
      const value: unknown = row[column as keyof typeof row];
      if (value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value))) {
        throw new Error(`row ${index} for ${table} has no value for ${column}`);
      }
    }
  });
}
