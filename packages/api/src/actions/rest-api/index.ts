export { createRestApiModule } from './rest-api-module.ts';
