export { type DialProps, Dials } from './dial.tsx';
export { Pie, type PiePart } from './pie.tsx';
export { Web, type WebPlace } from './web.tsx';
export type { WebAxis, WebShape } from './web-layout.ts';
