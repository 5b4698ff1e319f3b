import type { Failure, Granularity, InstallationId, LocalDate, Result, ZoneId } from '@atrium/domain/core';
import type { ProfileLanguage } from '@atrium/domain/people/access';
import type { Scope } from '../../platform/tenancy/index.ts';

/** Content of a report: place, days and language. */
export interface ReportRequest {
  readonly title: string;
  readonly language: ProfileLanguage;
  readonly installationId: InstallationId;
  /** At least one. The first is the subject. */
  readonly zoneIds: readonly ZoneId[];
  /** Days in the site's time zone. */
  readonly from: LocalDate;
  /** Exclusive. */
  readonly to: LocalDate;
  /** Width of the spreadsheet's rows. Null: hours. */
  readonly granularity: Granularity | null;
  /** Day it was due. Null: not scheduled. */
  readonly slot: LocalDate | null;
  readonly isLate: boolean;
  readonly setUpBy: string | null;
}

/** A file as the mail lists it. */
export interface MailFile {
  readonly name: string;
  readonly bytes: number;
  /** Download URL of a file too large to attach. Null: it is attached. */
  readonly href: string | null;
}

/** Parts that differ between the mails of a report. */
export interface MailFooter {
  /** URL to unsubscribe. Null: none, as in a preview. */
  readonly unsubscribe: string | null;
  /** URL of the product's page about the same subject. */
  readonly openIn: string;
  /** Files of the report, by name. */
  readonly files: readonly MailFile[];
}

export interface ComposedReport {
  readonly subject: string;
  mail(footer: MailFooter): { readonly html: string; readonly text: string };
  readonly pictures: readonly { readonly cid: string; readonly png: Uint8Array }[];
  readonly pdf: Uint8Array;
  readonly spreadsheet: Uint8Array;
  /** Without extension. */
  readonly fileName: string;
}

export type ReportPart = 'mail' | 'pdf' | 'spreadsheet';

/** Composes a report. Parts that are not requested are empty. */
export type ComposeReport = (
  scope: Scope,
  request: ReportRequest,
  options: { readonly signal?: AbortSignal; readonly parts: readonly ReportPart[] },
) => Promise<Result<ComposedReport, Failure>>;
