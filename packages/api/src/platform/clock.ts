import type { Clock } from '@atrium/domain/core';

/** The machine's own time. */
export const systemClock: Clock = { now: () => Date.now() };
