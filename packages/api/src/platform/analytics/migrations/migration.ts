/** One step of the analytics schema, applied once. Statements say IF NOT EXISTS: a crash between two of them is repeated. */
export interface AnalyticsMigration {
  /** `NNNN-what`; never changes once released. */
  readonly id: string;
  readonly statements: readonly string[];
}
