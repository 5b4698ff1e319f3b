import type { LocalDate } from '../../core/index.ts';

/** Maximum email addresses per report. */
export const maxReportEmails = 50;
export const maxReportTitleLength = 100;

/** Row widths of the report generator, in seconds: 1, 3 and 6 hours, days, weeks, months. */
export const generatorGranularities = [3600, 10_800, 21_600, 86_400, 604_800, 2_592_000] as const;
export type ReportState = 'ACTIVE' | 'INACTIVE';

/** The period of an event. Null: open at that end. */
export interface ReportedEvent {
  readonly neverEnding: boolean;
  readonly dateBegin: LocalDate | null;
  /** Inclusive. */
  readonly dateEnd: LocalDate | null;
}

/** Active while its event runs; inactive without one, after the event was removed. `date` is the site's day. */
export function getReportState(event: ReportedEvent | null, date: LocalDate): ReportState {
  if (event === null) return 'INACTIVE';
  if (event.neverEnding) return 'ACTIVE';
  const runs = (event.dateBegin ?? date) <= date && date <= (event.dateEnd ?? date);
  return runs ? 'ACTIVE' : 'INACTIVE';
}
