export * from './screen-face.ts';
