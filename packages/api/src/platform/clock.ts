import type { Clock } from '@atrium/domain/core';

/** Clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() };
