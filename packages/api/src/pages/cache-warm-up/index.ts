/** Loads what the overview needs into memory after a start, before anyone opens it. */
export { createCacheWarmUpModule } from './warm-up.ts';
