/** Loads what the overview needs into memory after a start and at each change of day, before anyone opens it. */
export { createCacheWarmUpModule } from './warm-up.ts';
