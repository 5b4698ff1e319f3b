/** Progress for the sidebar, without the page's code. */
export { currentStep, stepNames, stepsDone } from './steps.ts';
export { useFirstSteps, useFirstStepsState } from './use-first-steps.ts';
