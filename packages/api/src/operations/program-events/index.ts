export { createProgramEventsModule } from './program-events-module.ts';
