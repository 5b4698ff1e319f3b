/** How long the rows of a table stay, or why it needs no limit. */
export type TableGrowth =
  /** Rows are deleted this many days after they ended. */
  | { readonly days: number; readonly holds: string }
  /** Rows are deleted after the days of a setting. Without it, they stay. */
  | { readonly setting: 'auditDays' | 'alertLogDays'; readonly holds: string }
  /** Rows go with those of another table. */
  | { readonly goesWith: string }
  /** The module that writes the table bounds it: at most so many. */
  | { readonly atMost: string }
  /** The table grows as people use the product, and what is in it is theirs. */
  | { readonly growsWith: string };

/**
 * Every relational table, and what bounds it. `docs/operating.md` lists the days for operators. Each table with days or a
 * setting is offered by its module as `expiring`.
 */
export const tableGrowth: Readonly<Record<string, TableGrowth>> = {
  sessions: { days: 1, holds: 'ended sessions' },
  pending_sign_ins: { days: 1, holds: 'sign-ins without their code' },
  one_time_codes: { days: 1, holds: 'one-time codes' },
  code_tries: { days: 1, holds: 'failed attempts at codes' },
  single_use_tokens: { days: 1, holds: 'expired links to reset a password or unsubscribe' },
  trusted_browsers: { days: 1, holds: 'browsers that are no longer trusted' },
  known_browsers: { days: 180, holds: 'browsers in which somebody signed in' },
  invitations: { days: 30, holds: 'expired invitations, if a newer one exists' },
  short_links: { days: 1, holds: 'expired short links' },
  outbox: { days: 90, holds: 'settled mails and texts in the outbox' },
  webhook_deliveries: { days: 14, holds: 'the log of webhooks' },
  webhook_events: { days: 15, holds: 'events of webhooks, without a delivery' },
  export_jobs: { days: 30, holds: 'the list of exports that failed, were cancelled or expired' },
  report_deliveries: { days: 400, holds: 'the list of sent reports' },
  operation_runs: { days: 400, holds: 'runs of backups, rehearsals and deletions' },
  audit_entries: { setting: 'auditDays', holds: 'audit log' },
  alert_logs: { setting: 'alertLogDays', holds: 'ended entries of the alert log' },
  alert_transitions: { setting: 'alertLogDays', holds: 'history of alerts' },

  alert_notifications: { goesWith: 'alert_logs' },
  alert_conditions: { goesWith: 'alerts' },
  alert_actions: { goesWith: 'alerts' },
  alert_planning_links: { goesWith: 'alerts' },
  alert_states: { goesWith: 'alerts' },
  sales_import_sites: { goesWith: 'sales_imports' },
  sales_import_days: { goesWith: 'sales_imports' },
  sales_import_receipts: { goesWith: 'sales_imports' },
  pages: { goesWith: 'dashboards' },

  store_identity: { atMost: 'one row' },
  sample_sites: { atMost: 'one of an organization' },
  demo_organizations: { atMost: 'the organizations of the demo' },
  device_packets: { atMost: '30 days, and a number of each device' },
  device_senders: { atMost: 'a number of each organization; unplaced ones go with their packets' },
  dashboard_versions: { atMost: 'the newest of each dashboard' },
  dashboard_drafts: { atMost: 'one of each dashboard, besides those that were never published' },
  push_browsers: { atMost: 'the newest of each person' },
  external_identities: { atMost: 'one of each person and provider' },
  reading_marks: { atMost: 'one of each device, metric and kind' },
  map_views: { atMost: 'one of each zone' },
  muted_lines: { atMost: 'a number of each person; expired ones go with the next' },

  organizations: { growsWith: 'customers' },
  users: { growsWith: 'people' },
  profiles: { growsWith: 'roles' },
  ingest_keys: { growsWith: 'gateways, tills and networks of devices' },
  webhook_watches: { atMost: 'one of each device, and one of each organization' },
  webhooks: { atMost: '20 of each organization' },
  report_unsubscriptions: { growsWith: 'recipients who unsubscribe: they must never be mailed again' },
  installations: { growsWith: 'sites' },
  zones: { growsWith: 'sites' },
  zone_parents: { growsWith: 'sites' },
  passages: { growsWith: 'sites' },
  passage_ends: { growsWith: 'sites' },
  devices: { growsWith: 'sites' },
  device_placements: { growsWith: 'sites: past numbers need past placements' },
  tag_categories: { growsWith: 'sites' },
  tags: { growsWith: 'sites' },
  zone_tags: { growsWith: 'sites' },
  installation_tags: { growsWith: 'sites' },
  events: { growsWith: 'sites' },
  field_maps: { growsWith: 'unknown formats of devices' },
  targets: { growsWith: 'places, metrics and months that people plan' },
  manual_counts: { growsWith: 'counts by hand' },
  inside_corrections: { growsWith: 'corrections: past numbers need them' },
  readings_imports: { growsWith: 'imported files' },
  import_recipes: { atMost: '50 of each organization' },
  reading_corrections: { atMost: '50 of each device whose readings are kept' },
  stop_and_go_screens: { growsWith: 'screens' },
  kiosks: { atMost: '100 of each organization' },
  alerts: { growsWith: 'alerts' },
  alert_plannings: { growsWith: 'lists of recipients' },
  reports: { growsWith: 'reports' },
  repeating_exports: { growsWith: 'repeating exports' },
  dashboards: { growsWith: 'pages of people' },
  pins: { growsWith: 'bookmarks' },
  sales_receipts: { growsWith: 'sales' },
  sales_days: { growsWith: 'sales' },
  sales_imports: { growsWith: 'imports of sales, which can be undone' },
};
