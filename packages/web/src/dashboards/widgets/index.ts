export { useSites } from './data/sites.ts';
export { WidgetBoard } from './widget-board.tsx';
