import type pg from 'pg';
import { migrateRelationalUntil, type RelationalStore } from '../../platform/relational/index.ts';
import { relationalCopyStore } from '../copying/relational-copy.store.ts';
import type { Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';
import { CorruptedBackup } from '../repository/seal.ts';

/** Highest ids used in readings. Ids assigned after the settings were copied must not be assigned again. */
export interface UsedIds {
  readonly organizations: number;
  readonly installations: number;
  readonly devices: number;
}

/** Fills an empty relational store in one transaction. */
export async function restoreRelational(
  { pool }: RelationalStore,
  repository: Repository,
  { relational }: Manifest,
  used: UsedIds,
): Promise<void> {
  const client = await pool.connect();
  try {
    await migrateRelationalUntil(client, Math.max(...relational.migrations));
    await fill(client, repository, relational, used);
  } finally {
    client.release(true);
  }
}

async function fill(
  client: pg.PoolClient,
  repository: Repository,
  { tables, sequences }: Manifest['relational'],
  used: UsedIds,
): Promise<void> {
  const store = relationalCopyStore(client);
  await store.begin();
  const rules = await store.foreignKeys();
  for (const rule of rules) await store.dropForeignKey(rule);
  for (const table of tables) {
    await store.setTriggers(table.name, false);
    await store.empty(table.name);
    await store.write(table, contentOf(repository, table.objects));
    const found = await store.digest(table);
    if (found.rows !== table.rows || found.digest !== table.digest)
      throw new CorruptedBackup(`the table ${table.name}, of which ${found.rows} of ${table.rows} rows came back,`);
  }
  for (const rule of rules) await store.addForeignKey(rule);
  for (const { name } of tables) await store.setTriggers(name, true);
  for (const { name, last } of sequences) {
    const table = name.replace(/_id_seq$/, '');
    await store.setSequence({ name, last: Math.max(last, used[table as keyof UsedIds] ?? 0) });
  }
  await store.commit();
}

async function* contentOf(repository: Repository, objects: readonly string[]): AsyncGenerator<Buffer> {
  for (const object of objects) yield await repository.get(object);
}
