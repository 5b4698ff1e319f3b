export { type AttemptLimits, attemptLimits, type LinkLimit, linkLimit } from './attempt-limits.ts';
