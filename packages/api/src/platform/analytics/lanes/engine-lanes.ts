import type { LaneLimits } from '../../concurrency/lane.ts';

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
