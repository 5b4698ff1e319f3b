import type { InstallationId, Instant, OrganizationId, ZoneId } from '@atrium/domain/core';
import type { ProfileLanguage } from '@atrium/domain/people/access';

/** Numbers of a site, or of one of its zones. */
export interface KioskPage {
  readonly installationId: InstallationId;
  /** Null: the whole site. */
  readonly zoneId: ZoneId | null;
  /** Ids of metrics, in the order shown. The first has a chart of the day. */
  readonly metrics: readonly string[];
}

/** An unattended screen: pages that follow each other. */
export interface StoredKiosk {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly language: ProfileLanguage;
  /** Seconds that each page is shown. */
  readonly seconds: number;
  readonly pages: readonly KioskPage[];
  readonly generation: number;
  readonly createdAt: Instant;
  /** Null: no screen has read it yet. */
  readonly lastSeenAt: Instant | null;
}

/** Purpose of its links, which differs from that of other links. */
export const kioskPurpose = 'kiosk';
