import fc from '../../../../node_modules/fast-check/lib/fast-check.js';

/**
 * Setup of fast-check for all property tests (see vitest.config.ts). The seed is fixed, so that a change never fails on
 * an unrelated random find. ATRIUM_SEED=random, or any number, explores.
 */
const wanted = process.env.ATRIUM_SEED;
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted ?? 1) });

export * from '../../../../node_modules/fast-check/lib/fast-check.js';
// biome-ignore lint/style/noDefaultExport: it replaces a module with one.
export default fc;
