import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { analyticsMigrations } from '../analytics/migrations/index.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import { listRelationalMigrations } from '../relational/migrate-relational.ts';
import { productVersion } from '../version.ts';

/**
 * Last migration of each store in a data folder, stored in a file beside them. Opening an embedded store may already
 * change it, so a version that must not touch the data checks this file first.
 */
export interface SchemaNote {
  /** Product version that wrote the file. */
  readonly version: string;
  /** Time of the last relational migration. */
  readonly relational: number;
  /** Id of the last analytics migration. */
  readonly analytics: string;
}

export const schemaNoteFile = 'schema.json';

export const schemaNoteForm = v.object({ version: v.string(), relational: v.number(), analytics: v.string() });

/** Returns null when there is no file, as in folders of older versions. */
export function readSchemaNote(folder: string): SchemaNote | null {
  try {
    return v.parse(schemaNoteForm, JSON.parse(readFileSync(join(folder, schemaNoteFile), 'utf8')));
  } catch {
    return null;
  }
}

export async function writeSchemaNote(folder: string, note: SchemaNote): Promise<void> {
  // Skips an unnecessary write, so that a start on a full disk can succeed.
  if (JSON.stringify(readSchemaNote(folder)) === JSON.stringify(note)) return;
  await writeAtomically(join(folder, schemaNoteFile), `${JSON.stringify(note)}\n`);
}

/** Returns the content once this version has migrated both stores. */
export async function buildSchemaNote(): Promise<SchemaNote> {
  return {
    version: productVersion,
    relational: Math.max(...(await listRelationalMigrations())),
    analytics: analyticsMigrations.at(-1)?.id ?? '',
  };
}
