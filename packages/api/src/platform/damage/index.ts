export { checkStores, findDetachedParts, refuseTruncatedTables } from './check-stores.ts';
export { describeCorruption } from './describe-corruption.ts';
export { describeOpenFailure } from './describe-open-failure.ts';
export { reportCorruption } from './report-corruption.ts';
export { restoreAdvice } from './restore-advice.ts';
export { watchForCorruption } from './watch-for-corruption.ts';
