export * from './draw-shape.ts';
export * from './edit-plan.ts';
export * from './geometry.ts';
export * from './plan.ts';
export * from './snap.ts';
