export {
  InsideFeed,
  InsideProvider,
  useInside,
  useInsideOfSites,
  useInsideOfZones,
} from './inside.tsx';
export type { InsideValue } from './inside-store.ts';
export { type InsideTotal, useInsideTotal, useInsideTotals } from './inside-total.ts';
export { LiveFigure } from './live-figure.tsx';
export { useNow } from './use-now.ts';
