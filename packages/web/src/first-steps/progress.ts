/** How far it is, for the menu: without the page itself. */
export { currentStep, stepNames, stepsDone } from './steps.ts';
export { useFirstSteps, useFirstStepsState } from './use-first-steps.ts';
