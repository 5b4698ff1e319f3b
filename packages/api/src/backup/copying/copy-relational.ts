import type { CopiedTable, Manifest } from '../repository/manifest.ts';
import type { Repository } from '../repository/repository.ts';
import type { RelationalCopyStore } from './relational-copy.store.ts';
import { splitIntoPieces } from './split-into-pieces.ts';

/** Copies every table as of one instant, on its own connection. Skips pieces that another backup already has. */
export async function copyRelational(
  store: RelationalCopyStore,
  repository: Repository,
  signal: AbortSignal,
): Promise<Manifest['relational']> {
  await store.beginSnapshot();
  const migrations = await store.migrations();
  const tables: CopiedTable[] = [];
  for (const table of await store.tables()) {
    const objects: string[] = [];
    const { rows, digest } = await store.digest(table);
    for await (const piece of splitIntoPieces(store.read(table))) {
      signal.throwIfAborted();
      objects.push(await repository.put(piece));
    }
    tables.push({ name: table.name, columns: [...table.columns], rows, digest, objects });
  }
  // Sequences are not part of the snapshot. Read last, they are never behind the rows.
  const sequences = [...(await store.sequences())];
  await store.commit();
  return { migrations: [...migrations], tables, sequences };
}
