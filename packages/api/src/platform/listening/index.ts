export { limitConnections, type OpenConnections } from './limit-connections.ts';
export { listensBesideOthers, listenWidely } from './listen-widely.ts';
export { askPortHolder, lockPort } from './port-lock.ts';
