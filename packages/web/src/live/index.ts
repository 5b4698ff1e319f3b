export {
  InsideFeed,
  InsideProvider,
  type InsideValue,
  useInside,
} from './inside.tsx';
export { type InsideTotal, useInsideTotal, useInsideTotals } from './inside-total.ts';
export { LiveFigure } from './live-figure.tsx';
export { useNow } from './use-now.ts';
