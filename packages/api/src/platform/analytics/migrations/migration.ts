/**
 * One step of the analytics schema, applied once. Statements use IF NOT EXISTS, because a crash between two of them
 * repeats the step.
 */
export interface AnalyticsMigration {
  /** `NNNN-what`; never changes once released. */
  readonly id: string;
  readonly statements: readonly string[];
}
