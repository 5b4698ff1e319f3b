/** The guide of a new organization to its first own number. */
export { registerFirstSteps } from './first-steps.graphql.ts';
export type { FirstStepsDependencies, SampleData, SampleOptions } from './read-first-steps.ts';
