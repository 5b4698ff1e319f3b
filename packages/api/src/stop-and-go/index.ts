export type { NewScreen } from './change-screens.ts';
export { createStopAndGo } from './create-stop-and-go.ts';
export { registerStopAndGo, type StopAndGoDependencies } from './stop-and-go.graphql.ts';
