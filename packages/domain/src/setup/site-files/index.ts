export * from './edit-history.ts';
export * from './edit-places.ts';
export * from './edit-tariffs.ts';
export * from './past.ts';
export * from './site-declaration.ts';
export { addRest, listAddable, listSubMeters } from './virtual-meters.ts';
