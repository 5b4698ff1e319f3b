export { InsideFeed, InsideProvider, type InsideValue, useInside, useInsideTotal } from './inside.tsx';
export { LiveFigure } from './live-figure.tsx';
export { useNow } from './use-now.ts';
