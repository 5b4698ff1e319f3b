export type { CreateScreen } from './change-screens.ts';
export { createStopAndGo } from './create-stop-and-go.ts';
export { registerStopAndGo, type StopAndGoDependencies } from './stop-and-go.graphql.ts';
