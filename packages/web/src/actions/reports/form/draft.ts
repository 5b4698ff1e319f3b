import { maxReportEmails, maxReportTitleLength } from '@atrium/domain/actions/reports';
import type { SendDay } from '@atrium/domain/actions/schedules';
import { maxIncludedDays } from '@atrium/domain/actions/schedules';
import type { Instant } from '@atrium/domain/core';
import type { Translate } from '../../../i18n/index.ts';
import type { Faults } from '../../../ui/form/use-form.ts';
import { getInvalidEntries, getValidEmails, noEmails, type WrittenEmails } from '../emails.ts';
import type { ReportFragment } from '../operations.generated.ts';
import { findEventTime, type ReportSite } from '../report-status.ts';
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
    ...defaultPlaces(site, now),
    sendDay: 'monday',
    hour: 7,
    includedDays: 7,
    emails: { ...noEmails, tokens: [reader.email] },
    attachPdf: true,
    attachSpreadsheet: true,
  };
}

/** Returns the default zone and event: the whole site, in a running event. */
export function defaultPlaces(
  site: ReportSite | undefined,
  now: Instant,
): Pick<Draft, 'installationId' | 'zoneId' | 'eventId'> {
  const top = site?.zones.find(({ parentIds }) => parentIds.length === 0) ?? site?.zones[0];
  const running = site?.events.find((event) => findEventTime(event, now) === 'running');
  return {
    installationId: site?.id ?? null,
    zoneId: top?.id ?? null,
    eventId: (running ?? site?.events[0])?.id ?? null,
  };
}

export function toDraft(report: ReportFragment): Draft {
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
export const countChanges = (draft: Draft, stored: Draft): number =>
  (Object.keys(stored) as (keyof Draft)[]).filter(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(stored[field]),
  ).length;

/** Builds the input for saving; null while place or days are missing. */
export function toInput({ emails, ...draft }: Draft): ReportInput | null {
  const { installationId, zoneId, eventId, includedDays } = draft;
  if (installationId === null || zoneId === null || eventId === null || !isValidCoverage(includedDays)) return null;
  return {
    ...draft,
    title: draft.title.trim(),
    installationId,
    zoneId,
    eventId,
    includedDays,
    emails: [...getValidEmails(emails)],
  };
}

/** Same for a preview, with a substitute title and recipient where missing. */
export function toPreviewInput(draft: Draft, instead: { title: string; email: string }): ReportInput | null {
  const input = toInput(draft);
  if (input === null) return null;
  const title = input.title === '' ? instead.title : input.title.slice(0, maxReportTitleLength);
  const emails = input.emails.length === 0 ? [instead.email] : input.emails.slice(0, maxReportEmails);
  return { ...input, title, emails };
}

/** Tells whether the number of days is allowed. */
export const isValidCoverage = (days: number | null): days is number =>
  days !== null && Number.isInteger(days) && days >= 1 && days <= maxIncludedDays;

/** Returns all errors that prevent saving, in the reader's language. */
export function findFaults(draft: Draft, t: Translate): Faults<Draft> {
  const needed = t('reportForm.error.needed');
  const title = draft.title.trim();
  const emails = findEmailsFault(draft.emails, t);
  return {
    ...(title === '' && { title: needed }),
    ...([...title].length > maxReportTitleLength && {
      title: t('reportForm.error.long', { most: maxReportTitleLength }),
    }),
    ...(draft.installationId === null && { installationId: needed }),
    ...(draft.zoneId === null && { zoneId: needed }),
    ...(draft.eventId === null && { eventId: t('reportForm.error.event') }),
    ...(!isValidCoverage(draft.includedDays) && {
      includedDays: t('reportForm.error.days', { most: maxIncludedDays }),
    }),
    ...(emails !== null && { emails }),
  };
}

/** Returns the error of a list of addresses; null if it is valid. */
export function findEmailsFault(written: WrittenEmails, t: Translate): string | null {
  const [wrong] = getInvalidEntries(written);
  if (wrong !== undefined) return t('reportForm.error.email', { text: wrong });
  const { length } = getValidEmails(written);
  if (length === 0) return t('reportForm.error.noEmail');
  return length > maxReportEmails ? t('reportForm.error.manyEmails', { most: maxReportEmails }) : null;
}

/** Returns an error found by the server for the field it names; null if it is not a field of the form. */
export function toRefusedFaults(field: string | null, t: Translate): Faults<Draft> | null {
  const own = fieldOrder.find((name) => name === field);
  if (own === undefined) return null;
  const isPlace = own === 'installationId' || own === 'zoneId' || own === 'eventId';
  return { [own]: t(isPlace ? 'reportForm.error.gone' : 'reportForm.error.refused') };
}
