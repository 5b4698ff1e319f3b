import type { Instant } from '@atrium/domain/core';
import { longestReportTitle, mostReportEmails } from '@atrium/domain/reports';
import type { SendDay } from '@atrium/domain/schedules';
import { mostIncludedDays } from '@atrium/domain/schedules';
import type { Translate } from '../../i18n/index.ts';
import type { Faults } from '../../ui/fields/index.ts';
import { emailsOf, noEmails, type WrittenEmails, wrongOf } from '../emails/index.ts';
import { eventTimeAt, type ReportFragment, type ReportSite } from '../report/index.ts';
import type { PreviewReportQueryVariables } from './operations.generated.ts';

/** Form values of a report. */
export interface Draft {
  readonly title: string;
  readonly language: string;
  readonly installationId: number | null;
  readonly zoneId: number | null;
  /** null if its event no longer exists. */
  readonly eventId: number | null;
  readonly sendDay: SendDay;
  /** 0…23, in the site's time zone. */
  readonly hour: number;
  readonly includedDays: number | null;
  readonly emails: WrittenEmails;
  readonly attachPdf: boolean;
  readonly attachSpreadsheet: boolean;
}

/** Fields in page order. The first wrong one gets the focus. */
export const fieldOrder = [
  'title',
  'installationId',
  'zoneId',
  'eventId',
  'language',
  'sendDay',
  'hour',
  'includedDays',
  'emails',
] as const satisfies readonly (keyof Draft)[];

export type ReportInput = PreviewReportQueryVariables['input'];

/** Returns the defaults: the last week of the whole site, on Monday morning, to the viewer. */
export function newDraft(
  site: ReportSite | undefined,
  reader: { language: string; email: string },
  now: Instant,
): Draft {
  return {
    title: '',
    language: reader.language,
    ...placesOf(site, now),
    sendDay: 'monday',
    hour: 7,
    includedDays: 7,
    emails: { ...noEmails, tokens: [reader.email] },
    attachPdf: true,
    attachSpreadsheet: true,
  };
}

/** Returns the default zone and event: the whole site, in a running event. */
export function placesOf(
  site: ReportSite | undefined,
  now: Instant,
): Pick<Draft, 'installationId' | 'zoneId' | 'eventId'> {
  const top = site?.zones.find(({ parentIds }) => parentIds.length === 0) ?? site?.zones[0];
  const running = site?.events.find((event) => eventTimeAt(event, now) === 'running');
  return {
    installationId: site?.id ?? null,
    zoneId: top?.id ?? null,
    eventId: (running ?? site?.events[0])?.id ?? null,
  };
}

export function draftOf(report: ReportFragment): Draft {
  const { title, language, installationId, zoneId, sendDay, hour, includedDays, attachPdf, attachSpreadsheet } = report;
  return {
    title,
    language,
    installationId,
    zoneId,
    eventId: report.eventId ?? null,
    sendDay,
    hour,
    includedDays,
    emails: { ...noEmails, tokens: report.emails },
    attachPdf,
    attachSpreadsheet,
  };
}

/** Counts the fields that differ from the stored values. */
export const changesIn = (draft: Draft, stored: Draft): number =>
  (Object.keys(stored) as (keyof Draft)[]).filter(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(stored[field]),
  ).length;

/** Builds the input for saving; null while place or days are missing. */
export function inputOf({ emails, ...draft }: Draft): ReportInput | null {
  const { installationId, zoneId, eventId, includedDays } = draft;
  if (installationId === null || zoneId === null || eventId === null || !isCovered(includedDays)) return null;
  return {
    ...draft,
    title: draft.title.trim(),
    installationId,
    zoneId,
    eventId,
    includedDays,
    emails: [...emailsOf(emails)],
  };
}

/** Same for a preview, with a substitute title and recipient where missing. */
export function previewInputOf(draft: Draft, instead: { title: string; email: string }): ReportInput | null {
  const input = inputOf(draft);
  if (input === null) return null;
  const title = input.title === '' ? instead.title : input.title.slice(0, longestReportTitle);
  const emails = input.emails.length === 0 ? [instead.email] : input.emails.slice(0, mostReportEmails);
  return { ...input, title, emails };
}

/** Tells whether the number of days is allowed. */
export const isCovered = (days: number | null): days is number =>
  days !== null && Number.isInteger(days) && days >= 1 && days <= mostIncludedDays;

/** Returns all errors that prevent saving, in the reader's language. */
export function faultsOf(draft: Draft, t: Translate): Faults<Draft> {
  const needed = t('reportForm.error.needed');
  const title = draft.title.trim();
  const emails = emailsFault(draft.emails, t);
  return {
    ...(title === '' && { title: needed }),
    ...([...title].length > longestReportTitle && { title: t('reportForm.error.long', { most: longestReportTitle }) }),
    ...(draft.installationId === null && { installationId: needed }),
    ...(draft.zoneId === null && { zoneId: needed }),
    ...(draft.eventId === null && { eventId: t('reportForm.error.event') }),
    ...(!isCovered(draft.includedDays) && { includedDays: t('reportForm.error.days', { most: mostIncludedDays }) }),
    ...(emails !== null && { emails }),
  };
}

/** Returns the error of a list of addresses; null if it is valid. */
export function emailsFault(written: WrittenEmails, t: Translate): string | null {
  const [wrong] = wrongOf(written);
  if (wrong !== undefined) return t('reportForm.error.email', { text: wrong });
  const { length } = emailsOf(written);
  if (length === 0) return t('reportForm.error.noEmail');
  return length > mostReportEmails ? t('reportForm.error.manyEmails', { most: mostReportEmails }) : null;
}

/** Returns an error found by the server for the field it names; null if it is not a field of the form. */
export function refusedFaults(field: string | null, t: Translate): Faults<Draft> | null {
  const own = fieldOrder.find((name) => name === field);
  if (own === undefined) return null;
  const isPlace = own === 'installationId' || own === 'zoneId' || own === 'eventId';
  return { [own]: t(isPlace ? 'reportForm.error.gone' : 'reportForm.error.refused') };
}
