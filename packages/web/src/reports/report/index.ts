export {
  CreateReportDocument,
  ReportByIdDocument,
  type ReportFragment,
  ReportsDocument,
  type ReportsQuery,
  UpdateReportDocument,
} from './operations.generated.ts';
export { formatRefusal, isNotFound, parseRefusedField } from './refusal.ts';
export { ReportState } from './report-state.tsx';
export {
  findEventTime,
  findReportStatus,
  type ReportEvent,
  type ReportSite,
  type ReportStatus,
} from './report-status.ts';
export { formatStatusNote } from './status-text.ts';
export { type ReportChanges, useReportChanges } from './use-report-changes.ts';
