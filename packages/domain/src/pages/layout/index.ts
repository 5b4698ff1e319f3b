export * from './history.ts';
export * from './layout.ts';
export * from './place.ts';
