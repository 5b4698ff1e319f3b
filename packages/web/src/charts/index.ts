export { type Bucket, type ChartAxis, getKnownValue, isRunning } from '@atrium/charts/series';
export type { SmallInput } from '@atrium/charts/small';
export { ChartCard } from './chart-card.tsx';
export { CrosshairProvider, useCrosshair } from './crosshair.tsx';
export { downloadFile, downloadText, formatCsv, formatTsv } from './csv.ts';
export {
  Chip,
  DeltaChip,
  formatMissing,
  formatUnsupported,
  LevelMark,
  MoreSeries,
  type MoreSeriesProps,
} from './marks.tsx';
export { type ChartTable, PlainTable } from './plain-table.tsx';
export { Ruler } from './ruler.tsx';
export { BulletBar, cardSize, DayCurve, MicroBars, rowSize, Sparkline } from './small-charts.tsx';
export { useWidth } from './use-width.ts';
