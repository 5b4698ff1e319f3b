import type { ProfileLanguage } from '@atrium/domain/access';
import type { EventId, InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import type { ScreenFace } from '@atrium/domain/stop-and-go';

/** A stored screen. */
export interface StoredScreen {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
  readonly eventId: EventId;
  readonly name: string;
  readonly language: ProfileLanguage;
  readonly enabled: boolean;
  readonly switchedAt: Instant;
  /** Generation of its link. */
  readonly generation: number;
}

/** Content of a screen at a moment. */
export interface ShownScreen {
  readonly screen: StoredScreen;
  readonly siteName: string;
  readonly siteAddress: string | null;
  /** Null: the event is deleted. */
  readonly eventName: string | null;
  /** IANA time zone. */
  readonly timezone: string;
  readonly face: ScreenFace;
  /** People. Null: unknown, or not needed for what it shows. */
  readonly inside: number | null;
  readonly limit: number | null;
  readonly placesLeft: number | null;
  /** Start of the current silence of a counter at an outer door. Null: all report. */
  readonly silentSince: Instant | null;
  /** People when that silence began. Null: unknown. */
  readonly lastInside: number | null;
  /** Next closing or opening time. Null: unknown. */
  readonly until: Instant | null;
  /** Time of the read. */
  readonly at: Instant;
}
