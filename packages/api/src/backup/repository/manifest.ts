import * as v from 'valibot';

const objects = v.array(v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)));
/** The names of tables and columns become SQL again when a backup is restored. */
const identifier = v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]*$/));
const digest = v.pipe(v.string(), v.regex(/^-?\d+$/));
const whole = v.pipe(v.number(), v.safeInteger());

/** Everything a backup holds, by the names of the objects that hold it. */
export const manifestForm = v.object({
  format: v.literal(1),
  /** The installation's id, the same in both stores. */
  installation: v.pipe(v.string(), v.uuid()),
  /** Of the product that made it. */
  version: v.string(),
  /** Epoch milliseconds. */
  begun: whole,
  ended: whole,
  relational: v.object({
    /** Times of the migrations that had been applied, as their journal has them. */
    migrations: v.array(whole),
    tables: v.array(v.object({ name: identifier, columns: v.array(identifier), rows: whole, digest, objects })),
    sequences: v.array(v.object({ name: identifier, last: whole })),
  }),
  analytics: v.object({
    migrations: v.array(v.string()),
    /** Microseconds: rollups may know more or less of what has this version or a later one. */
    settledBefore: whole,
    tables: v.array(
      v.object({
        name: identifier,
        columns: v.array(identifier),
        parts: v.array(
          v.object({
            /** What the engine calls it and a hash of its files: a part with both never changes. */
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
      /** Below the data folder. */
      path: v.pipe(
        v.string(),
        v.check((path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')),
      ),
      size: whole,
      /** Milliseconds: an unchanged file is not read again. */
      changed: v.number(),
      objects,
    }),
  ),
});

export type Manifest = v.InferOutput<typeof manifestForm>;
export type CopiedTable = Manifest['relational']['tables'][number];
export type CopiedSequence = Manifest['relational']['sequences'][number];
export type CopiedPart = Manifest['analytics']['tables'][number]['parts'][number];
export type CopiedParts = Manifest['analytics']['tables'][number];
export type CopiedFile = Manifest['files'][number];

/** Each object's name as often as it is needed. */
export function* objectsOf({ relational, analytics, files }: Manifest): Generator<string> {
  for (const table of relational.tables) yield* table.objects;
  for (const table of analytics.tables) for (const part of table.parts) yield* part.objects;
  for (const file of files) yield* file.objects;
}
