export { encodePng } from './encode-png.ts';
