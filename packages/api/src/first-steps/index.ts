/** The guide of a new organization to its first own number. */
export { registerFirstSteps } from './first-steps.graphql.ts';
export type { FirstStepsDependencies } from './read-first-steps.ts';
export type { SampleData, SampleOptions } from './sample-data.ts';
