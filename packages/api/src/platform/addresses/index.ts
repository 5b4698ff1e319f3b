export { type AddressGuard, createAddressGuard, isPublicAddress } from './address-guard.ts';
export { createClientAddressGetter, type GetClientAddress } from './client-address.ts';
export { fetchExternal } from './fetch-external.ts';
export { createGuessLimiter, type GuessLimiter } from './guess-limiter.ts';
export { parseIpAddress, parseNetwork, toRateLimitKey } from './ip-address.ts';
export { createNetworkMatcher } from './network-matcher.ts';
