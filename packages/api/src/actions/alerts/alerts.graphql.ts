import type { Builder } from '../../platform/graphql/builder.ts';
import type { SiteTypes } from '../../sites/index.ts';
import { registerAlertInputs } from './definitions/alert-inputs.graphql.ts';
import { registerAlertTypes } from './definitions/alert-types.graphql.ts';
import { type AlertDefinitions, registerAlertDefinitions } from './definitions/alerts.graphql.ts';
import { registerPreview } from './definitions/preview.graphql.ts';
import type { PreviewReads } from './definitions/preview-alert.ts';
import { type AlertLogDependencies, registerAlertLog } from './log/alert-log.graphql.ts';

export interface AlertsDependencies {
  readonly definitions: AlertDefinitions;
  readonly log: AlertLogDependencies;
  readonly preview: PreviewReads;
}

/** Registers everything about alerts: definitions, status and log. */
export function registerAlerts(
  builder: Builder,
  { definitions, log, preview }: AlertsDependencies,
  sites: SiteTypes,
): void {
  const types = registerAlertTypes(builder, sites);
  const inputs = registerAlertInputs(builder, types);
  registerAlertDefinitions(builder, definitions, types, inputs);
  registerPreview(builder, preview, inputs, types);
  registerAlertLog(builder, log, types);
}
