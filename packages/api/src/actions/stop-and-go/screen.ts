import type { ScreenFace } from '@atrium/domain/actions/stop-and-go';
import type { EventId, InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import type { ProfileLanguage } from '@atrium/domain/people/access';

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
  /**
   * When the limit is reached if people come and leave as expected, to five minutes. Null: not today, or unknown.
   */
  readonly fullAt: Instant | null;
  /** Start of the current silence of a counter at an outer door. Null: all report. */
  readonly silentSince: Instant | null;
  /** People when that silence began. Null: unknown. */
  readonly lastInside: number | null;
  /** Next closing or opening time. Null: unknown. */
  readonly until: Instant | null;
  /** Time of the read. */
  readonly at: Instant;
}

/** Purpose of its links, which differs from that of other links. */
export const screenPurpose = 'Stop&Go screen';
