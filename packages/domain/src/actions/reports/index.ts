export { type ReportAnswer, type ReportAnswers, readReport } from './read-report.ts';
export type * from './report-facts.ts';
export { buildReportQuestions, buildZoneSeries, type ReportQuestions } from './report-questions.ts';
export * from './report-subject.ts';
export { getSubjectSpan, maxReportDays, type ReportKind, type ReportSubject } from './report-subject.ts';
export { groupDates } from './unusual.ts';
