import { createHmac, timingSafeEqual } from 'node:crypto';
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

type ScreenLink = Pick<StoredScreen, 'id' | 'generation'>;

/**
 * Returns the token of a screen's public page: `<id>.<generation>.<signature>`, with a 128-bit signature. A copy of the
 * database opens no screen, because the secret is not in it.
 */
export function buildScreenToken(secret: string, { id, generation }: ScreenLink): string {
  return `${id}.${generation}.${signatureOf(secret, { id, generation })}`;
}

/** Returns the screen and generation of a token, or null if its signature is invalid. Reads no store. */
export function parseScreenToken(secret: string, token: string): ScreenLink | null {
  const match = /^([1-9]\d{0,8})\.([1-9]\d{0,8})\.([\w-]{22})$/.exec(token);
  if (match === null) return null;
  const link = { id: Number(match[1]), generation: Number(match[2]) };
  const [given, due] = [Buffer.from(match[3] as string), Buffer.from(signatureOf(secret, link))];
  return timingSafeEqual(given, due) ? link : null;
}

function signatureOf(secret: string, { id, generation }: ScreenLink): string {
  const whole = createHmac('sha256', secret).update(`link ${generation} of Stop&Go screen ${id}`).digest();
  return whole.subarray(0, 16).toString('base64url');
}
