export { type Client, type ClientOptions, createClient } from './client.ts';
export type { components, operations, paths } from './openapi.generated.ts';
export { ApiProblem } from './problem.ts';
