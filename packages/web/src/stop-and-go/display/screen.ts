/** What the server tells of a screen; times in ms since 1970. */
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
  readonly silentSince: number | null;
  readonly lastInside: number | null;
  readonly until: number | null;
  readonly at: number;
}

export const screenFields =
  'name siteName siteAddress timezone language face inside limit placesLeft silentSince lastInside until at';

/** What is known on this side of the line. Moments of `performance.now()`, which no setting of the clock moves. */
export interface Standing {
  /** null: nothing has been heard yet. */
  readonly screen: Screen | null;
  readonly heardAt: number;
  /** The link is void. */
  readonly isVoid: boolean;
}

/** ms after which what was heard last is not believed any more: the server speaks every 15 s. */
const believedMs = 45_000;

export const isLost = ({ heardAt }: Standing, now: number): boolean => now - heardAt > believedMs;
