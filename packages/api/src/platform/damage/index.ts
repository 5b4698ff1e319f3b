export { cannotOpen } from './cannot-open.ts';
export { damageInWords } from './damage-in-words.ts';
export { lookForDamage, partsPutAside, refuseCutTables } from './look-for-damage.ts';
export { tellMetDamage } from './tell-met-damage.ts';
export { watchForDamage } from './watch-for-damage.ts';
export { whatToDo } from './what-to-do.ts';
