/** What may wait for the connections of a lane, and how long. */
export interface LaneLimits {
  readonly connections: number;
  /** Statements that may wait when another question begins, of small and of large ones each: all together, of one organization, of one person. */
  readonly waiting: readonly [all: number, organization: number, person: number];
  /** ms that a question waits for its first statement to begin. */
  readonly wait: number;
  /** ms that each later one of its statements waits: what was begun is finished rather than begun again later. */
  readonly waitOnceBegun: number;
  /** Connections that one organization may hold at once, so that another one's turn comes soon. */
  readonly connectionsOfOne: number;
  /** Connections that large questions may hold at once, whoever asks them: a page of somebody else comes between. */
  readonly connectionsOfLarge: number;
  /** Seconds after which whoever is refused may try again. */
  readonly retryAfter: number;
}

/** The lanes of an engine: reading statements by their purpose, then writing ones. */
export type LaneName = 'question' | 'ingestion' | 'upkeep' | 'inserts' | 'commands';
export type Lanes = Readonly<Record<LaneName, LaneLimits>>;

const second = 1000;

/** Of work that orders itself: only what went wrong makes more of it wait. */
const own = {
  waiting: [1000, 1000, 1000],
  connectionsOfOne: Number.POSITIVE_INFINITY,
  connectionsOfLarge: Number.POSITIVE_INFINITY,
  retryAfter: 2,
} as const;

const within = (seconds: number) => ({ wait: seconds * second, waitOnceBegun: seconds * second });

/** In this process, which shares a machine with everything else: all lanes together stay below `statementThreads`. */
export const embeddedLanes: Lanes = {
  question: {
    connections: 4,
    waiting: [1000, 750, 250],
    wait: 15 * second,
    waitOnceBegun: 45 * second,
    connectionsOfOne: 3,
    connectionsOfLarge: 2,
    retryAfter: 5,
  },
  ingestion: { ...own, ...within(10), connections: 2 },
  inserts: { ...own, ...within(30), connections: 2 },
  upkeep: { ...own, ...within(Number.POSITIVE_INFINITY), connections: 1 },
  commands: { ...own, ...within(Number.POSITIVE_INFINITY), connections: 2 },
};

/** A server does more at once; otherwise the same. */
export const serverLanes: Lanes = {
  question: { ...embeddedLanes.question, connections: 8, connectionsOfOne: 6, connectionsOfLarge: 4 },
  ingestion: { ...embeddedLanes.ingestion, connections: 4 },
  inserts: { ...embeddedLanes.inserts, connections: 4 },
  upkeep: embeddedLanes.upkeep,
  commands: embeddedLanes.commands,
};
