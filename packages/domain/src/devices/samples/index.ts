export type { Body, Moment, SampleId } from './sample.ts';
export { buildSample, sampleIds } from './samples.ts';
