export { NearContext, useIsNear, useNear } from './near.ts';
