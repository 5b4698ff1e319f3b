export {
  CreateReportDocument,
  ReportByIdDocument,
  type ReportFragment,
  ReportsDocument,
  type ReportsQuery,
  UpdateReportDocument,
} from './operations.generated.ts';
export { isNotFound, refusalText, refusedField } from './refusal.ts';
export { ReportState } from './report-state.tsx';
export { eventTimeAt, type ReportEvent, type ReportSite, type Standing, standingOf } from './standing.ts';
export { type ReportChanges, useReportChanges } from './use-report-changes.ts';
export { standingNote } from './words.ts';
