import { z } from 'zod';

const objects = z.array(z.string().regex(/^[\da-f]{64}$/));
/** The names of tables and columns become SQL again when a backup is restored. */
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const digest = z.string().regex(/^-?\d+$/);

/** Everything a backup holds, by the names of the objects that hold it. */
export const manifestForm = z.object({
  format: z.literal(1),
  /** The installation's id, the same in both stores. */
  installation: z.uuid(),
  /** Of the product that made it. */
  version: z.string(),
  /** Epoch milliseconds. */
  begun: z.number().int(),
  ended: z.number().int(),
  relational: z.object({
    /** Times of the migrations that had been applied, as their journal has them. */
    migrations: z.array(z.number().int()),
    tables: z.array(
      z.object({ name: identifier, columns: z.array(identifier), rows: z.number().int(), digest, objects }),
    ),
    sequences: z.array(z.object({ name: identifier, last: z.number().int() })),
  }),
  analytics: z.object({
    migrations: z.array(z.string()),
    /** Microseconds: rollups may know more or less of what has this version or a later one. */
    settledBefore: z.number().int(),
    tables: z.array(
      z.object({
        name: identifier,
        columns: z.array(identifier),
        parts: z.array(
          z.object({
            /** What the engine calls it and a hash of its files: a part with both never changes. */
            part: z.string(),
            hash: z.string(),
            rows: z.number().int(),
            digest,
            objects,
          }),
        ),
      }),
    ),
  }),
  files: z.array(
    z.object({
      /** Below the data folder. */
      path: z.string().refine((path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')),
      size: z.number().int(),
      /** Milliseconds: an unchanged file is not read again. */
      changed: z.number(),
      objects,
    }),
  ),
});

export type Manifest = z.infer<typeof manifestForm>;
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
