export * from './fill-message.ts';
export * from './text-length.ts';
