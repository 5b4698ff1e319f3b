export { renderPng } from './render-png.ts';
