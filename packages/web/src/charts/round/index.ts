export type { WebAxis, WebShape } from '@atrium/charts/round';
export { type DialProps, Dials } from './dial.tsx';
export { Pie, type PiePart } from './pie.tsx';
export { Web, type WebPlace } from './web.tsx';
