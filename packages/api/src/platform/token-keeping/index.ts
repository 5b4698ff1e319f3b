export { createAdministratorCheck } from './administrator-check.ts';
export { createHostCookieStorage } from './host-cookies.ts';
export { type CallerTokens, pageStorage, type TokenStorage } from './token-storage.ts';
