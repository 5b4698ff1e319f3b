import type { ProfileLanguage } from '@atrium/domain/access';
import type { EventId, InstallationId, Instant, OrganizationId, UserId, ZoneId } from '@atrium/domain/core';
import type { Schedule } from '@atrium/domain/schedules';

/** A validated report. */
export interface ReportDraft extends Schedule {
  readonly title: string;
  readonly language: ProfileLanguage;
  readonly installationId: InstallationId;
  readonly eventId: EventId | null;
  readonly zoneId: ZoneId;
  readonly includedDays: number;
  /** Lower-cased and unique. */
  readonly emails: readonly string[];
  readonly attachPdf: boolean;
  readonly attachSpreadsheet: boolean;
  readonly enabled: boolean;
}

export interface StoredReport extends ReportDraft {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly createdAt: Instant;
  /** Null: a former user, or none. */
  readonly ownerId: UserId | null;
  /** False: created by the system. */
  readonly isOwned: boolean;
  readonly nextAt: Instant | null;
}
