export { createRestApiModule, describeRestApi } from './rest-api-module.ts';
