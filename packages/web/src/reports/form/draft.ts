import type { Instant } from '@atrium/domain/core';
import { longestReportTitle, mostReportEmails } from '@atrium/domain/reports';
import type { SendDay } from '@atrium/domain/schedules';
import { mostIncludedDays } from '@atrium/domain/schedules';
import type { Translate } from '../../i18n/index.ts';
import type { Faults } from '../../ui/fields/index.ts';
import { emailsOf, noEmails, type WrittenEmails, wrongOf } from '../emails/index.ts';
import { eventTimeAt, type ReportFragment, type ReportSite } from '../report/index.ts';
import type { PreviewReportQueryVariables } from './operations.generated.ts';

/** A report as its form holds it. */
export interface Draft {
  readonly title: string;
  readonly language: string;
  readonly installationId: number | null;
  readonly zoneId: number | null;
  /** null: it has none any more. */
  readonly eventId: number | null;
  readonly sendDay: SendDay;
  /** 0…23, on the site's clock. */
  readonly hour: number;
  readonly includedDays: number | null;
  readonly emails: WrittenEmails;
  readonly attachPdf: boolean;
  readonly attachSpreadsheet: boolean;
}

/** In the order of the page: the first wrong one takes the focus. */
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

/** A week's report on Monday morning, about all of a site, to whoever sets it up. */
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

/** What a report about a site is about at first: all of it, in an event that runs. */
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

/** How many fields differ from what is stored. */
export const changesIn = (draft: Draft, stored: Draft): number =>
  (Object.keys(stored) as (keyof Draft)[]).filter(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(stored[field]),
  ).length;

/** What is sent about it; null: it does not say yet of which place and days. */
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

/** The same for a look at it: what has no name yet, or no reader, has these. */
export function previewInputOf(draft: Draft, instead: { title: string; email: string }): ReportInput | null {
  const input = inputOf(draft);
  if (input === null) return null;
  const title = input.title === '' ? instead.title : input.title.slice(0, longestReportTitle);
  const emails = input.emails.length === 0 ? [instead.email] : input.emails.slice(0, mostReportEmails);
  return { ...input, title, emails };
}

/** Whether so many days can be covered. */
export const isCovered = (days: number | null): days is number =>
  days !== null && Number.isInteger(days) && days >= 1 && days <= mostIncludedDays;

/** Everything that keeps a draft from being saved, in the reader's language. */
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

/** What is wrong with a list of addresses; null: nothing is. */
export function emailsFault(written: WrittenEmails, t: Translate): string | null {
  const [wrong] = wrongOf(written);
  if (wrong !== undefined) return t('reportForm.error.email', { text: wrong });
  const { length } = emailsOf(written);
  if (length === 0) return t('reportForm.error.noEmail');
  return length > mostReportEmails ? t('reportForm.error.manyEmails', { most: mostReportEmails }) : null;
}

/** What the server alone could know to be wrong, under the field it names; null: it names none of the form's. */
export function refusedFaults(field: string | null, t: Translate): Faults<Draft> | null {
  const own = fieldOrder.find((name) => name === field);
  if (own === undefined) return null;
  const isPlace = own === 'installationId' || own === 'zoneId' || own === 'eventId';
  return { [own]: t(isPlace ? 'reportForm.error.gone' : 'reportForm.error.refused') };
}
