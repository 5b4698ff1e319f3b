export * from './replay.ts';
export * from './rule.ts';
export * from './state.ts';
export * from './step.ts';
