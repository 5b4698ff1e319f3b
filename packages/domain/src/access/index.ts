export * from './areas.ts';
export * from './email.ts';
export * from './one-time-code.ts';
export * from './password-policy.ts';
export * from './person.ts';
export * from './preset-profiles.ts';
export * from './rights.ts';
export * from './rights-tree.ts';
