import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { analyticsMigrations } from '../analytics/index.ts';
import { writeWhole } from '../files/write-whole.ts';
import { productVersion } from '../product-version.ts';
import { relationalMigrations } from '../relational/index.ts';

/**
 * The last migration of each store in a data folder, beside the stores. Opening an embedded store may already change
 * it, so a version that must not touch the data finds out here, before it opens anything.
 */
export interface SchemaNote {
  /** The version of the product that wrote the note. */
  readonly version: string;
  /** The time of the last relational migration. */
  readonly relational: number;
  /** The id of the last analytics migration. */
  readonly analytics: string;
}

export const schemaNoteFile = 'schema.json';

const form = v.object({ version: v.string(), relational: v.number(), analytics: v.string() });

/** null: there is none, as in a folder of a version that wrote none. */
export function readSchemaNote(folder: string): SchemaNote | null {
  try {
    return v.parse(form, JSON.parse(readFileSync(join(folder, schemaNoteFile), 'utf8')));
  } catch {
    return null;
  }
}

export async function writeSchemaNote(folder: string, note: SchemaNote): Promise<void> {
  // A start on a full disk goes on as long as nothing has to be written.
  if (JSON.stringify(readSchemaNote(folder)) === JSON.stringify(note)) return;
  await writeWhole(join(folder, schemaNoteFile), `${JSON.stringify(note)}\n`);
}

/** What a folder has once this version has brought both stores up to date. */
export async function noteOfThisVersion(): Promise<SchemaNote> {
  return {
    version: productVersion,
    relational: Math.max(...(await relationalMigrations())),
    analytics: analyticsMigrations.at(-1)?.id ?? '',
  };
}
