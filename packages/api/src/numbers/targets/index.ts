export { registerTargets } from './targets.graphql.ts';
