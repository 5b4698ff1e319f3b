import { setTimeout as delay } from 'node:timers/promises';
import type { CopiedPart, CopiedParts, Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';
import type { AnalyticsCopyStore, StoredPart, TableColumn } from './analytics-copy.store.ts';

/** About 25 MB of readings: the size of one object, and of what is in memory. */
const rowsAtOnce = 250_000;
/** Merges replace parts while others are copied. After this many attempts at a table, merges are paused. */
const looksWithMerges = 4;
const mostLooks = 12;
/** Restarts of the whole copy after readings were deleted. That is rare, and another copy has little to add. */
const mostTries = 5;
const pauseMs = 1000;

/**
 * Copy order of the tables. Rollups come before readings, so that they contain nothing the copied readings lack.
 * Missing rollups are rebuilt after a restore.
 */
const keptSince = 'readings_kept';
const orderOf = (table: string) =>
  [keptSince, 'rollup_days'].indexOf(table) >= 0
    ? [keptSince, 'rollup_days'].indexOf(table)
    : table === 'readings'
      ? 4
      : table.startsWith('rollup_')
        ? 2
        : 3;

interface Copying {
  readonly store: AnalyticsCopyStore;
  readonly repository: Repository;
  /** Aborts the copy; the reason is thrown. */
  readonly signal: AbortSignal;
}

/** Copies every table, each as of one instant. Skips parts that `before` already has. */
export async function copyAnalytics(
  copying: Copying,
  before: Manifest | null,
): Promise<Omit<Manifest['analytics'], 'settledBefore'>> {
  const known = partsIn(before);
  for (let tries = 1; ; tries += 1) {
    const migrations = await copying.store.migrations();
    const names = (await copying.store.tables()).toSorted((a, b) => orderOf(a) - orderOf(b));
    const tables: CopiedParts[] = [];
    for (const name of names) tables.push(await copyTable(copying, name, known));
    // If readings were deleted meanwhile, copied rollups may refer to missing readings, so the copy starts again.
    const kept = tables.find(({ name }) => name === keptSince);
    const now = await copying.store.digestOfTable(keptSince, await copying.store.columns(keptSince));
    const digests = kept?.parts.reduce((sum, { digest }) => BigInt.asUintN(64, sum + BigInt(digest)), 0n) ?? 0n;
    if (String(digests) === now.digest) return { migrations: [...migrations], tables };
    if (tries === mostTries) throw new Error('readings are being deleted all the time: try again later');
    await delay(pauseMs, undefined, { signal: copying.signal });
  }
}

const keyOf = (table: string, { part, hash }: Pick<StoredPart, 'part' | 'hash'>) => `${table} ${part} ${hash}`;

function partsIn(manifest: Manifest | null): Map<string, CopiedPart> {
  const tables = manifest?.analytics.tables ?? [];
  return new Map(tables.flatMap(({ name, parts }) => parts.map((part) => [keyOf(name, part), part] as const)));
}

async function copyTable(copying: Copying, name: string, known: Map<string, CopiedPart>): Promise<CopiedParts> {
  const { store, signal } = copying;
  const columns = await store.columns(name);
  let isMerging = true;
  try {
    for (let look = 1; look <= mostLooks; look += 1) {
      if (look > looksWithMerges && isMerging) {
        await store.setMerging(name, false);
        isMerging = false;
      }
      const copied: CopiedPart[] = [];
      const listed = await store.parts(name);
      for (const part of listed) {
        signal.throwIfAborted();
        const found = known.get(keyOf(name, part)) ?? (await copyPart(copying, name, columns, part));
        if (found === null) break;
        known.set(keyOf(name, part), found);
        copied.push(found);
      }
      if (copied.length === listed.length)
        return { name, columns: columns.map((column) => column.name), parts: copied };
    }
    throw new Error(`the parts of ${name} change faster than they are copied`);
  } finally {
    if (!isMerging) await store.setMerging(name, true);
  }
}

/** Returns null if the part was merged into another one meanwhile. */
async function copyPart(
  { store, repository, signal }: Copying,
  table: string,
  columns: readonly TableColumn[],
  part: StoredPart,
): Promise<CopiedPart | null> {
  const objects: string[] = [];
  const { rows, digest } = await store.digestOfPart(table, columns, part.part);
  if (rows !== part.rows) return null;
  for (let from = 0; from < part.rows; from += rowsAtOnce) {
    signal.throwIfAborted();
    const bytes = await store.rowsOf(table, columns, part.part, from, from + rowsAtOnce);
    if (bytes.length === 0) return null;
    objects.push(await repository.put(bytes));
  }
  // If the part disappeared meanwhile, some of its rows may be missing from the copy.
  const after = await store.digestOfPart(table, columns, part.part);
  return after.rows === part.rows ? { ...part, digest, objects } : null;
}
