export { createLiveModule } from './live.graphql.ts';
export type { LiveDeps, LiveInside, LiveMetrics, LiveRequest } from './live-metrics.ts';
export type { LiveValue } from './live-values.ts';
export { SiteFeed } from './site-feed.ts';
