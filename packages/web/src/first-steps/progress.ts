/** Progress for the sidebar, without the page's code. */
export { countDoneSteps, findCurrentStep, stepNames } from './steps.ts';
export { useFirstSteps, useFirstStepsState } from './use-first-steps.ts';
