import type { Builder } from '../platform/graphql/builder.ts';
import type { SiteTypes } from '../sites/index.ts';
import { registerAlertTypes } from './definitions/alert-types.graphql.ts';
import { type AlertDefinitions, registerAlertDefinitions } from './definitions/alerts.graphql.ts';
import { type AlertLogDependencies, registerAlertLog } from './log/alert-log.graphql.ts';

export interface AlertsDependencies {
  readonly definitions: AlertDefinitions;
  readonly log: AlertLogDependencies;
}

/** Everything about alerts: what they watch, where they stand, and when they fired. */
export function registerAlerts(builder: Builder, { definitions, log }: AlertsDependencies, sites: SiteTypes): void {
  const types = registerAlertTypes(builder, sites);
  registerAlertDefinitions(builder, definitions, types);
  registerAlertLog(builder, log, types);
}
