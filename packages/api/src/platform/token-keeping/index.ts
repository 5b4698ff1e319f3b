export { administratorCheck } from './administrator-check.ts';
export { keptInHostCookies } from './host-cookies.ts';
export { type CallerTokens, keptByPages, type TokenKeeping } from './token-keeping.ts';
