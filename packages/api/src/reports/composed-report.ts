import type { ProfileLanguage } from '@atrium/domain/access';
import type { Failure, Granularity, InstallationId, LocalDate, Result, ZoneId } from '@atrium/domain/core';
import type { Scope } from '../platform/tenancy/index.ts';

/** What a report is to tell, of which place and days, and in which language. */
export interface ReportRequest {
  readonly title: string;
  readonly language: ProfileLanguage;
  readonly installationId: InstallationId;
  /** At least one; the first is the subject. */
  readonly zoneIds: readonly ZoneId[];
  /** Days of the site's own. */
  readonly from: LocalDate;
  /** Excluded. */
  readonly to: LocalDate;
  /** Of the spreadsheet's rows; null: hours. */
  readonly granularity: Granularity | null;
  /** The day on which it was due; null: it was not scheduled. */
  readonly slot: LocalDate | null;
  readonly isLate: boolean;
  readonly setUpBy: string | null;
}

/** A file of a report as its mail tells of it. */
export interface MailFile {
  readonly name: string;
  readonly bytes: number;
  /** Where it is fetched, since it is too large to be attached; null: it is attached. */
  readonly href: string | null;
}

/** What differs between the mails of one report. */
export interface MailFooter {
  /** The address of the way out; null: there is none to leave, as in a preview. */
  readonly unsubscribe: string | null;
  /** The page of the product that shows what it is about. */
  readonly openIn: string;
  /** The files it comes with, by name. */
  readonly files: readonly MailFile[];
}

export interface ComposedReport {
  readonly subject: string;
  mail(footer: MailFooter): { readonly html: string; readonly text: string };
  readonly pictures: readonly { readonly cid: string; readonly png: Uint8Array }[];
  readonly pdf: Uint8Array;
  readonly spreadsheet: Uint8Array;
  /** Without an extension. */
  readonly fileName: string;
}

export type ReportPart = 'mail' | 'pdf' | 'spreadsheet';

/** Parts that are not asked for are empty. */
export type ComposeReport = (
  scope: Scope,
  request: ReportRequest,
  options: { readonly signal?: AbortSignal; readonly parts: readonly ReportPart[] },
) => Promise<Result<ComposedReport, Failure>>;
