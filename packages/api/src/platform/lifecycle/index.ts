export { ClosingStack } from './closing-stack.ts';
export { giveBackMemory } from './give-back-memory.ts';
export { watchForPauses } from './pauses.ts';
export { askToEnd, stopOnSignal } from './stop-on-signal.ts';
