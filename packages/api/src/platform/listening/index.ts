export { listensBesideOthers, listenWidely } from './listen-widely.ts';
export { askPortHolder, lockPort } from './port-lock.ts';
