export { type AttemptLimits, createAttemptLimits, createLinkLimit, type LinkLimit } from './attempt-limits.ts';
export { createTryLimit, type TryLimit } from './try-limit.ts';
