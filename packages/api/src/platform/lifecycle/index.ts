export { ClosingStack } from './closing-stack.ts';
export { stopOnSignal } from './stop-on-signal.ts';
