export { ClosingStack } from './closing-stack.ts';
export { boundGarbage, giveBackMemory, giveBackOnceQuiet, giveBackWhenIdle } from './give-back-memory.ts';
export { outliveReaders } from './outlive-readers.ts';
export { watchForPauses } from './pauses.ts';
export { askToEnd, stopOnSignal } from './stop-on-signal.ts';
