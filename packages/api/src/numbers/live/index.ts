export { type LiveDependencies, registerLive } from './live.graphql.ts';
export { createLive, type LiveDeps, type LiveInside, type LiveMetrics, type LiveRequest } from './live-metrics.ts';
export type { LiveValue } from './live-values.ts';
export { SiteFeed } from './site-feed.ts';
