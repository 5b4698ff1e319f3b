export { damageInWords } from './damage-in-words.ts';
export { lookForDamage, partsPutAside, whatToDo } from './look-for-damage.ts';
export { watchForDamage } from './watch-for-damage.ts';
