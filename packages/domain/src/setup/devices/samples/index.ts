export type { Body, Moment, SampleId } from './samples.ts';
export { buildSample, sampleIds } from './samples.ts';
