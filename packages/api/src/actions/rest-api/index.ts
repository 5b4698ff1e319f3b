export { createRestApiModule, describeMcpTools, describeRestApi } from './rest-api-module.ts';
