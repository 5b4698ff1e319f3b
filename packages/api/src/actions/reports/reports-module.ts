import type { OrganizationId } from '@atrium/domain/core';
import type { Bus } from '../../platform/bus/bus.ts';
import type { SchemaBuilders, Work } from '../../platform/module.ts';
import type { Platform } from '../../platform/platform.ts';
import { alertLogStore } from '../alerts/index.ts';
import { type CreateReport, createReport, type ReportChanges } from './change-reports.ts';
import { type ComposeDependencies, createAlertReader, createComposeReport } from './content/index.ts';
import { expiringDeliveries } from './deliveries.store.ts';
import { createInteractiveReports } from './preview-report.ts';
import { createFindRecipients } from './recipients.ts';
import { createReportSender, registerReportMetrics } from './report-sender.ts';
import { registerReports } from './reports.graphql.ts';
import { replanReports } from './sending/plan-slots.ts';
import type { SendingDependencies } from './sending-dependencies.ts';

interface ReportsModuleDependencies
  extends Omit<SendingDependencies, 'recipientsOf' | 'compose'>,
    Omit<ComposeDependencies, 'alertsFired' | 'sites'> {
  readonly bus: Pick<Bus, 'subscribe'>;
}

/** Reports: their definitions, previews and sending. */
export function createReportsModule(deps: ReportsModuleDependencies) {
  const { db, bus, clock, sites, organizationName, logError } = deps;
  const compose = createComposeReport({ ...deps, alertsFired: createAlertReader(alertLogStore(db)) });
  const recipientsOf = createFindRecipients(deps);
  const sending = { ...deps, compose, recipientsOf };
  const changes: ReportChanges = { db, clock, sites, recipientsOf };
  const sender = createReportSender(sending);
  const reports = {
    reads: sending,
    changes,
    asks: { ...sending, wake: sender.wake },
    ...createInteractiveReports(sending),
    organizationName,
  };
  const newReport: CreateReport = (scope, written) => createReport(changes, scope, written);
  return {
    services: { newReport },
    graphql: ({ main }: SchemaBuilders) => registerReports(main, reports),
    expiring: [expiringDeliveries(db)],
    metrics: ({ metrics }: Platform) => registerReportMetrics(db, clock, metrics),
    work(): readonly Work[] {
      const replan = (organizationId: OrganizationId) =>
        replanReports(deps, organizationId).catch((error) => logError('reports could not be planned anew', error));
      let stopListening = () => {};
      const running = {
        start() {
          stopListening = bus.subscribe('sites.changed', ({ organizationId }) => void replan(organizationId));
          sender.start();
        },
        async stop() {
          stopListening();
          await sender.stop();
        },
      };
      return [{ by: 'workers', open: () => running }];
    },
  };
}
