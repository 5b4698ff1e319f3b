/** Loads what the overview needs into memory after a start, before anyone opens it. */
export { type CacheWarmUp, type CacheWarmUpDependencies, createCacheWarmUp } from './warm-up.ts';
export { type IdleStore, whenIdle } from './when-idle.ts';
