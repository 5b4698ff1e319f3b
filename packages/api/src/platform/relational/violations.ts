import { DrizzleQueryError } from 'drizzle-orm';

/** Whether an error is a violation of a unique constraint; drizzle wraps the driver's error. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof DrizzleQueryError && (error.cause as { code?: unknown } | undefined)?.code === '23505';

/** Whether an error is a violation of a foreign key: other rows still refer to the row. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof DrizzleQueryError && (error.cause as { code?: unknown } | undefined)?.code === '23503';
