export { ClosingStack } from './closing-stack.ts';
export { giveBackMemory } from './give-back-memory.ts';
export { type Pauses, watchForPauses } from './pauses.ts';
export { askToEnd, stopOnSignal } from './stop-on-signal.ts';
