export type { Body, Moment, SampleId } from './sample.ts';
export { sampleIds, sampleOf } from './samples.ts';
