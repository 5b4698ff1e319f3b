import type { Bus } from '../../platform/bus/bus.ts';
import { type CreateReport, createReport, type ReportChanges } from './change-reports.ts';
import { createInteractiveReports } from './preview-report.ts';
import { createFindRecipients } from './recipients.ts';
import { createReportSender, type ReportSender, type SenderIntervals } from './report-sender.ts';
import type { ReportsDependencies } from './reports.graphql.ts';
import { replanReports } from './sending/plan-slots.ts';
import type { SendingDependencies } from './sending-dependencies.ts';

export interface ReportParts
  extends Omit<SendingDependencies, 'recipientsOf'>,
    Pick<ReportsDependencies, 'organizationName'> {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly pace?: Partial<SenderIntervals>;
}

/** Connects the parts of the module: the GraphQL dependencies, the creation of reports for the demo, and the sender. */
export function createReports(parts: ReportParts): {
  readonly reports: ReportsDependencies;
  readonly newReport: CreateReport;
  readonly reportSender: ReportSender;
} {
  const recipientsOf = createFindRecipients(parts);
  const sending = { ...parts, recipientsOf };
  const sender = createReportSender(sending, parts.pace);
  const { db, clock, sites } = parts;
  let stopListening = () => {};
  const changes: ReportChanges = { db, clock, sites, recipientsOf };
  return {
    reports: {
      reads: sending,
      changes,
      asks: { ...sending, wake: sender.wake },
      ...createInteractiveReports(sending),
      organizationName: parts.organizationName,
    },
    newReport: (scope, written) => createReport(changes, scope, written),
    reportSender: {
      ...sender,
      start() {
        stopListening = parts.bus.subscribe('sites.changed', ({ organizationId }) => {
          replanReports(parts, organizationId).catch((error) =>
            parts.logError('reports could not be planned anew', error),
          );
        });
        sender.start();
      },
      async stop() {
        stopListening();
        await sender.stop();
      },
    },
  };
}
