import fc from '../../../../node_modules/fast-check/lib/fast-check.js';

/**
 * What every property test gets for fast-check (vitest.config.ts sees to that): its runs are the same each time, so a
 * change is never judged by a find about something else. ATRIUM_SEED=random, or any number, goes hunting.
 */
const wanted = process.env.ATRIUM_SEED;
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted ?? 1) });

export * from '../../../../node_modules/fast-check/lib/fast-check.js';
// biome-ignore lint/style/noDefaultExport: it stands in for a module that has one.
export default fc;
