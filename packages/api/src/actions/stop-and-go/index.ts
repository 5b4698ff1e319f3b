export type { CreateScreen } from './change-screens.ts';
export { createStopAndGoModule } from './stop-and-go-module.ts';
