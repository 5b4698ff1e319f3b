export { NearContext, useIsNear, useNearViewport } from './near.ts';
