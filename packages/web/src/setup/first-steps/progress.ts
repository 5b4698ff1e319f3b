/** Progress for the sidebar, without the page's code. */
export { countDoneSteps, findCurrentStep, stepNames, useFirstSteps, useFirstStepsState } from './steps.ts';
