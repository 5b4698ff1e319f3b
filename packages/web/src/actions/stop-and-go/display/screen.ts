/** A screen as sent by the server; times in epoch ms. */
export interface Screen {
  readonly name: string;
  readonly siteName: string;
  readonly siteAddress: string | null;
  readonly timezone: string;
  readonly language: string;
  readonly face: 'stop' | 'go' | 'askStaff' | 'closed' | 'noLimit' | 'off';
  readonly inside: number | null;
  readonly limit: number | null;
  readonly placesLeft: number | null;
  readonly fullAt: number | null;
  readonly silentSince: number | null;
  readonly lastInside: number | null;
  readonly until: number | null;
  readonly at: number;
}

export const screenFields =
  'name siteName siteAddress timezone language face inside limit placesLeft fullAt silentSince lastInside until at';

/** Local state. Times are from `performance.now()`, which clock changes do not affect. */
export interface DisplayState {
  /** null until the first message. */
  readonly screen: Screen | null;
  readonly lastMessageAt: number;
  /** Whether the link is revoked. */
  readonly isVoid: boolean;
}

/** Maximum age of the last message, ms. The server sends every 15 s. */
const maxAgeMs = 45_000;

export const isStale = ({ lastMessageAt }: DisplayState, now: number): boolean => now - lastMessageAt > maxAgeMs;
