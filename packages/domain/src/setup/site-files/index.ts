export * from './changes.ts';
export * from './edit-places.ts';
export * from './history.ts';
export * from './past.ts';
export * from './site-declaration.ts';
export * from './site-declaration.ts';
