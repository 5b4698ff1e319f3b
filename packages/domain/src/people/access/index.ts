export * from './areas.ts';
export * from './authority.ts';
export * from './credentials.ts';
export * from './person.ts';
export * from './rights.ts';
export * from './token-scopes.ts';
