export * from './build-rule.ts';
export * from './check-condition.ts';
export * from './condition.ts';
export * from './condition-type.ts';
export * from './registry.ts';
export * from './watched-devices.ts';
