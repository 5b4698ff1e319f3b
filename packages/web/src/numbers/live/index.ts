export {
  InsideProvider,
  type InsideTotal,
  useInside,
  useInsideOfSites,
  useInsideOfZones,
  useInsideTotal,
  useInsideTotals,
} from './inside.tsx';
export type { InsideValue } from './inside-store.ts';
export { LiveFigure } from './live-figure.tsx';
export { useNow } from './use-now.ts';
