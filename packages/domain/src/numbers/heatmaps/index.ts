export * from './heat-image.ts';
export * from './heat-key.ts';
