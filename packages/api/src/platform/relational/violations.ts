import { DrizzleQueryError } from 'drizzle-orm';

/** PostgreSQL's code for a value that must be unique and is not; drizzle wraps the driver's error. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof DrizzleQueryError && (error.cause as { code?: unknown } | undefined)?.code === '23505';

/** The same for a row that others still name. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof DrizzleQueryError && (error.cause as { code?: unknown } | undefined)?.code === '23503';
