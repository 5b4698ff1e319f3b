export { type AttemptLimits, attemptLimits, type LinkLimit, linkLimit } from './attempt-limits.ts';
export { type TryLimit, tryLimit } from './try-limit.ts';
