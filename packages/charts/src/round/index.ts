export { arcPath, getDialAngles, layoutSlices } from './arcs.ts';
export { layoutParallel, layoutWeb, type WebAxis, type WebLayout, type WebShape } from './web-layout.ts';
