export { ClosingStack } from './closing-stack.ts';
export { forceGc, forceGcOnceIdle, forceGcWhenIdle, tuneHeap } from './force-gc.ts';
export { ignoreBrokenPipes } from './ignore-broken-pipes.ts';
export { watchForPauses } from './pauses.ts';
export { requestShutdown, stopOnSignal } from './stop-on-signal.ts';
