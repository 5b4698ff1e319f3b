import type { AnswerQueries } from '../../numbers/index.ts';
import type { FindMemberNames } from '../../people/audit/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { createJobKeys } from '../../platform/channels/channel-keys.ts';
import type { Builder } from '../../platform/graphql/builder.ts';
import type { SchemaBuilders, Work } from '../../platform/module.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SiteTypes } from '../../sites/index.ts';
import { registerAlertInputs } from './definitions/alert-inputs.graphql.ts';
import { registerAlertTypes } from './definitions/alert-types.graphql.ts';
import { type AlertDefinitions, registerAlertDefinitions } from './definitions/alerts.graphql.ts';
import { buildCreateAlert } from './definitions/change-alerts.ts';
import type { MayCall } from './definitions/check-alert.ts';
import { registerPreview } from './definitions/preview.graphql.ts';
import type { PreviewReads } from './definitions/preview-alert.ts';
import type { EvaluationDependencies } from './engine/evaluate-alert.ts';
import { createObserve } from './engine/observe.ts';
import { createEvaluatePast } from './engine/run-evaluations.ts';
import { registerAlertMetrics, watchAlerts } from './engine/watch-alerts.ts';
import { type AlertLogDependencies, registerAlertLog } from './log/alert-log.graphql.ts';
import { alertLogStore } from './log/alert-log.store.ts';
import { listExpiringAlertLog } from './log/expiring-log.store.ts';

interface AlertsDependencies {
  readonly definitions: AlertDefinitions;
  readonly log: AlertLogDependencies;
  readonly preview: PreviewReads;
}

interface AlertsModuleDependencies extends Omit<EvaluationDependencies, 'observe'> {
  readonly bus: Bus;
  readonly secret: string;
  readonly mayCall: MayCall;
  readonly answerQueries: AnswerQueries;
  readonly namesOf: FindMemberNames;
  readonly logError: (message: string, error: unknown) => void;
}

/** Alerts: their definitions, engine and log. */
export function createAlertsModule(deps: AlertsModuleDependencies) {
  const {
    db,
    clock,
    bus,
    sites,
    secret,
    mayCall,
    answerQueries,
    contactsOf,
    namesOf,
    links,
    catalogues,
    findHolidays,
    logError,
  } = deps;
  const observe = createObserve({ answerQueries, clock });
  const definitions = { db, clock, bus, sites, mayCall, contactsOf, jobKeys: createJobKeys(db, secret) };
  const log = {
    store: alertLogStore(db),
    sites,
    writes: { db, clock, sites },
    open: { db, clock, bus, sites, logError },
    story: { db, clock, sites, namesOf, observe },
  };
  const evaluation = { db, clock, sites, observe, contactsOf, links, catalogues, findHolidays };
  return {
    services: { newAlert: buildCreateAlert(definitions), alertPast: createEvaluatePast(evaluation) },
    graphql: ({ main }: SchemaBuilders, { siteTypes }: { readonly siteTypes: SiteTypes }) =>
      registerAlerts(main, { definitions, log, preview: { sites, clock, observe, answerQueries } }, siteTypes),
    metrics: ({ metrics }: Platform) => registerAlertMetrics(db, metrics),
    expiring: listExpiringAlertLog(db),
    work: (): readonly Work[] => [{ by: 'leader', open: () => watchAlerts({ ...evaluation, bus, logError }) }],
  };
}

/** Registers everything about alerts: definitions, status and log. */
function registerAlerts(builder: Builder, { definitions, log, preview }: AlertsDependencies, sites: SiteTypes): void {
  const types = registerAlertTypes(builder, sites);
  const inputs = registerAlertInputs(builder, types);
  registerAlertDefinitions(builder, definitions, types, inputs);
  registerPreview(builder, preview, inputs, types);
  registerAlertLog(builder, log, types);
}
