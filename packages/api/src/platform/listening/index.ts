export { listensBesideOthers, listenWidely } from './listen-widely.ts';
