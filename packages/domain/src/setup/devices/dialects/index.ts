export { type ReadBody, readBody } from './registry.ts';
