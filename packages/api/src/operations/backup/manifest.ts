import * as v from 'valibot';

const objects = v.array(v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)));
/** Table and column names become SQL again in a restore, so they are validated. */
const identifier = v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]*$/));
const digest = v.pipe(v.string(), v.regex(/^-?\d+$/));
const whole = v.pipe(v.number(), v.safeInteger());

/** Everything in a backup, with the names of the objects that contain it. */
export const manifestSchema = v.object({
  format: v.literal(1),
  /** Installation id, the same in both stores. */
  installation: v.pipe(v.string(), v.uuid()),
  /** Version of the product that made the backup. */
  version: v.string(),
  /** Epoch milliseconds. */
  begun: whole,
  ended: whole,
  relational: v.object({
    /** Timestamps of the applied migrations, as in their journal. */
    migrations: v.array(whole),
    tables: v.array(v.object({ name: identifier, columns: v.array(identifier), rows: whole, digest, objects })),
    sequences: v.array(v.object({ name: identifier, last: whole })),
  }),
  analytics: v.object({
    migrations: v.array(v.string()),
    /** Microseconds. Rows with this version or a later one may not match the copied rollups. */
    settledBefore: whole,
    tables: v.array(
      v.object({
        name: identifier,
        columns: v.array(identifier),
        parts: v.array(
          v.object({
            /** The engine's part name and a hash of its files. A part with both never changes. */
            part: v.string(),
            hash: v.string(),
            rows: whole,
            digest,
            objects,
          }),
        ),
      }),
    ),
  }),
  files: v.array(
    v.object({
      /** Path below the data folder. */
      path: v.pipe(
        v.string(),
        v.check((path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')),
      ),
      size: whole,
      /** Modification time in ms: an unchanged file is not read again. */
      changed: v.number(),
      objects,
    }),
  ),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;
export type CopiedTable = Manifest['relational']['tables'][number];
export type CopiedSequence = Manifest['relational']['sequences'][number];
export type CopiedPart = Manifest['analytics']['tables'][number]['parts'][number];
export type CopiedParts = Manifest['analytics']['tables'][number];
export type CopiedFile = Manifest['files'][number];

/** Yields each object name as often as the backup refers to it. */
export function* listObjects({ relational, analytics, files }: Manifest): Generator<string> {
  for (const table of relational.tables) yield* table.objects;
  for (const table of analytics.tables) for (const part of table.parts) yield* part.objects;
  for (const file of files) yield* file.objects;
}
