import type { ProfileLanguage } from '@atrium/domain/access';
import type { EventId, InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import type { ScreenFace } from '@atrium/domain/stop-and-go';

/** A screen as it is stored. */
export interface StoredScreen {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
  readonly eventId: EventId;
  readonly name: string;
  readonly language: ProfileLanguage;
  readonly enabled: boolean;
  readonly switchedAt: Instant;
  /** Of its link. */
  readonly generation: number;
}

/** What a screen says at a moment. */
export interface ShownScreen {
  readonly screen: StoredScreen;
  readonly siteName: string;
  readonly siteAddress: string | null;
  /** null: it is gone. */
  readonly eventName: string | null;
  /** IANA name. */
  readonly timezone: string;
  readonly face: ScreenFace;
  /** People; null: not known, or not looked at because nothing is shown of them. */
  readonly inside: number | null;
  readonly limit: number | null;
  readonly placesLeft: number | null;
  /** Since when a counter at an outer door has been silent; null: all are heard of. */
  readonly silentSince: Instant | null;
  /** People when all were last heard of; null: not known. */
  readonly lastInside: number | null;
  /** When it closes, or opens again; null: not in sight. */
  readonly until: Instant | null;
  /** When it was looked at. */
  readonly at: Instant;
}
