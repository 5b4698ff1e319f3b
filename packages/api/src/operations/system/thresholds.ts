/**
 * Figures of `/metrics` beyond which somebody must act. The rules for Prometheus (`deploy/prometheus/atrium.rules.yml`)
 * have the same limits, and a test compares both. Rules that need the course of a figure have no threshold here.
 */
export interface Threshold {
  /** Name of the rule for Prometheus. */
  readonly rule: string;
  readonly metric: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** `age`: the figure is a time in seconds since 1970, which must not be older; 0 is no time. */
  readonly is: '<' | '>' | '==' | 'age';
  readonly limit: number;
  readonly severity: 'critical' | 'warning';
}

export const thresholds = {
  diskFree: {
    ...{ rule: 'AtriumDiskNearlyFull', metric: 'atrium_disk_free_bytes' },
    ...{ is: '<', limit: 2e9, severity: 'critical' },
  },
  standingProblems: {
    ...{ rule: 'AtriumProblem', metric: 'atrium_standing_problems' },
    ...{ is: '>', limit: 0, severity: 'critical' },
  },
  backupAge: {
    ...{ rule: 'AtriumBackupOld', metric: 'atrium_last_backup_timestamp_seconds' },
    ...{ is: 'age', limit: 26 * 3600, severity: 'critical' },
  },
  messagesWait: {
    ...{ rule: 'AtriumMessagesWait', metric: 'atrium_outbox_oldest_due_seconds' },
    ...{ is: '>', limit: 600, severity: 'warning' },
  },
  readingsWait: {
    ...{ rule: 'AtriumReadingsWait', metric: 'atrium_ingest_waiting_readings' },
    ...{ is: '>', limit: 10_000, severity: 'warning' },
  },
  questionsWait: {
    ...{ rule: 'AtriumQuestionsWait', metric: 'atrium_analytics_statements' },
    labels: { line: 'question', state: 'waiting' },
    ...{ is: '>', limit: 50, severity: 'warning' },
  },
  connectionsWait: {
    ...{ rule: 'AtriumConnectionsWait', metric: 'atrium_relational_connections', labels: { state: 'waiting' } },
    ...{ is: '>', limit: 0, severity: 'warning' },
  },
  reportsWait: {
    ...{ rule: 'AtriumReportsWait', metric: 'atrium_report_oldest_waiting_seconds' },
    ...{ is: '>', limit: 900, severity: 'warning' },
  },
  reportsFail: {
    ...{ rule: 'AtriumReportsFail', metric: 'atrium_report_deliveries', labels: { state: 'failed' } },
    ...{ is: '>', limit: 0, severity: 'warning' },
  },
  exportsWait: {
    ...{ rule: 'AtriumExportsWait', metric: 'atrium_export_oldest_waiting_seconds' },
    ...{ is: '>', limit: 1800, severity: 'warning' },
  },
  exportsFail: {
    ...{ rule: 'AtriumExportsFail', metric: 'atrium_export_jobs', labels: { state: 'failed' } },
    ...{ is: '>', limit: 0, severity: 'warning' },
  },
  busAway: {
    ...{ rule: 'AtriumBusAway', metric: 'atrium_bus_connected' },
    ...{ is: '==', limit: 0, severity: 'warning' },
  },
  slow: {
    ...{ rule: 'AtriumSlow', metric: 'nodejs_eventloop_lag_p99_seconds' },
    ...{ is: '>', limit: 0.05, severity: 'warning' },
  },
  memory: {
    ...{ rule: 'AtriumMemory', metric: 'process_resident_memory_bytes' },
    ...{ is: '>', limit: 3e9, severity: 'warning' },
  },
  analyticsMemory: {
    ...{ rule: 'AtriumMemory', metric: 'atrium_analytics_memory_bytes' },
    ...{ is: '>', limit: 2.5e9, severity: 'warning' },
  },
} as const satisfies Record<string, Threshold>;

export type ThresholdName = keyof typeof thresholds;

/** Returns a figure by metric and labels. Null: not known. Several match: the largest. */
export type FindFigure = (metric: string, labels?: Readonly<Record<string, string>>) => number | null;

export interface Exceeded {
  readonly name: ThresholdName;
  readonly severity: Threshold['severity'];
  /** The figure, or its age in seconds. */
  readonly value: number;
}

/** Returns the thresholds that figures exceed, critical ones first. Unknown figures exceed nothing. */
export function findExceeded(findFigure: FindFigure, now: number): readonly Exceeded[] {
  const found = Object.entries(thresholds).flatMap(([name, threshold]): Exceeded[] => {
    const { metric, labels, is, limit, severity }: Threshold = threshold;
    const figure = findFigure(metric, labels);
    if (figure === null || (is === 'age' && figure === 0)) return [];
    const value = is === 'age' ? now / 1000 - figure : figure;
    const isExceeded = is === '<' ? value < limit : is === '==' ? value === limit : value > limit;
    return isExceeded ? [{ name: name as ThresholdName, severity, value }] : [];
  });
  return found.toSorted((left, right) => rank[left.severity] - rank[right.severity]);
}

const rank = { critical: 0, warning: 1 };
