export { createFirstStartModule } from './first-start.ts';
export { createSampleSitesModule } from './sample/sample-data.ts';
