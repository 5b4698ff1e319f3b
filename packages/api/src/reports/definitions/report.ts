import type { ProfileLanguage } from '@atrium/domain/access';
import type { EventId, InstallationId, Instant, OrganizationId, UserId, ZoneId } from '@atrium/domain/core';
import type { Schedule } from '@atrium/domain/schedules';

/** A report as its form has it, checked. */
export interface ReportDraft extends Schedule {
  readonly title: string;
  readonly language: ProfileLanguage;
  readonly installationId: InstallationId;
  readonly eventId: EventId | null;
  readonly zoneId: ZoneId;
  readonly includedDays: number;
  /** Lower-cased, each once. */
  readonly emails: readonly string[];
  readonly attachPdf: boolean;
  readonly attachSpreadsheet: boolean;
  readonly enabled: boolean;
}

export interface StoredReport extends ReportDraft {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly createdAt: Instant;
  /** null: gone, or nobody. */
  readonly ownerId: UserId | null;
  /** Somebody wrote it, rather than the system. */
  readonly isOwned: boolean;
  readonly nextAt: Instant | null;
}
