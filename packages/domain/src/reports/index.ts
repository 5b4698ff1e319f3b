export { type ReportAnswer, type ReportAnswers, readReport } from './read-report.ts';
export type * from './report-facts.ts';
export { type ReportQuestions, reportQuestions, zoneCourse } from './report-questions.ts';
export * from './report-rules.ts';
export { mostDays, type ReportKind, type ReportSubject, subjectSpan } from './report-subject.ts';
export { runsOf } from './unusual.ts';
