export * from './check-condition.ts';
export * from './condition.ts';
export * from './condition-type.ts';
export * from './registry.ts';
export * from './rule-of.ts';
export * from './watched-devices.ts';
