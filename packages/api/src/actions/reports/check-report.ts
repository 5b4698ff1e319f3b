import { maxReportEmails, maxReportTitleLength } from '@atrium/domain/actions/reports';
import { maxIncludedDays, type SendDay } from '@atrium/domain/actions/schedules';
import {
  type EventId,
  err,
  type Failure,
  failure,
  type InstallationId,
  ok,
  type Result,
  type ZoneId,
} from '@atrium/domain/core';
import { isProfileLanguage, normalizeEmail } from '@atrium/domain/people/access';
import type { Site, SiteSnapshot } from '../../sites/index.ts';
import type { ReportDraft } from './reports.store.ts';

/** A report as submitted. */
export interface WrittenReport {
  readonly title: string;
  readonly language: string;
  readonly installationId: number;
  readonly eventId: number | null;
  readonly zoneId: number;
  readonly sendDay: SendDay;
  readonly hour: number;
  readonly includedDays: number;
  readonly emails: readonly string[];
  readonly attachPdf: boolean;
  readonly attachSpreadsheet: boolean;
  readonly enabled: boolean;
}

const wrong = (message: string, field: string) => err(failure('BAD_INPUT', message, `input.${field}`));
const unknown = (what: string, field: string) => err(failure('NOT_FOUND', `No such ${what}`, `input.${field}`));

/** Parses a submitted report, or returns the first problem. Its places must belong to one site of the caller. */
export function parseReport(written: WrittenReport, snapshot: SiteSnapshot): Result<ReportDraft, Failure> {
  const title = parseTitle(written.title);
  if (!title.ok) return title;
  const { language, sendDay, hour, includedDays } = written;
  if (!isProfileLanguage(language)) return wrong('language takes fr, en, it, ar, de or es', 'language');
  if (!Number.isInteger(hour) || hour < 0 || hour > 23) return wrong('hour takes 0 to 23', 'hour');
  if (!Number.isInteger(includedDays) || includedDays < 1 || includedDays > maxIncludedDays)
    return wrong(`includedDays takes 1 to ${maxIncludedDays}`, 'includedDays');
  const site = snapshot.sites.get(written.installationId as InstallationId);
  if (site === undefined) return unknown('installation', 'installationId');
  const { eventId, zoneId } = written;
  if (eventId !== null && !site.events.some(({ id, removedAt }) => id === (eventId as EventId) && removedAt === null))
    return unknown('event', 'eventId');
  if (!hasZone(site, zoneId)) return unknown('zone', 'zoneId');
  const emails = parseEmails(written.emails, 'input.emails');
  if (!emails.ok) return emails;
  const { attachPdf, attachSpreadsheet, enabled } = written;
  return ok({
    title: title.value,
    language,
    installationId: site.id,
    eventId: eventId as EventId | null,
    zoneId: zoneId as ZoneId,
    sendDay,
    hour,
    includedDays,
    emails: emails.value,
    attachPdf,
    attachSpreadsheet,
    enabled,
  });
}

export function parseTitle(text: string): Result<string, Failure> {
  const title = text.trim();
  if (title === '' || [...title].length > maxReportTitleLength || /\p{Cc}/u.test(title))
    return wrong(`title takes 1 to ${maxReportTitleLength} characters on one line`, 'title');
  return ok(title);
}

export const hasZone = ({ topology }: Site, zoneId: number) =>
  topology.zones.some(({ id, removedAt }) => id === zoneId && (removedAt ?? null) === null);

/** Normalizes and deduplicates addresses. At least one is required. */
export function parseEmails(written: readonly string[], field: string): Result<readonly string[], Failure> {
  const refuse = (message: string) => err(failure('BAD_INPUT', message, field));
  const emails = new Set<string>();
  for (const one of written) {
    const email = normalizeEmail(one);
    if (email === null) return refuse('One of these is not an email address');
    emails.add(email);
  }
  if (emails.size === 0) return refuse('At least one email address');
  if (emails.size > maxReportEmails) return refuse(`At most ${maxReportEmails} email addresses`);
  return ok([...emails]);
}
