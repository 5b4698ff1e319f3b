export * from './heat-days.ts';
export * from './heat-field.ts';
export * from './heat-image.ts';
export * from './heat-key.ts';
export * from './heat-scale.ts';
