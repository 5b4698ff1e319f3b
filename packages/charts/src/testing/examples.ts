import type { Point } from '@atrium/domain/numbers';
import { estimateWidth, type TextWidth } from '../drawing/geometry.ts';
import type { ChartLabels, ChartWord, Drawing } from '../drawing/marks.ts';
import { paperScale } from '../drawing/paper.ts';
import { addValueLabels, drawFlow, type FlowInput, type FlowRole, layoutFlow } from '../flow/flow.ts';
import { drawHeat } from '../heat.ts';
import { drawPlot, type PlotRole } from '../plot/draw-plot.ts';
import type { PlotInput, PlotSeries } from '../plot/plot-input.ts';
import { layoutPlot } from '../plot/plot-layout.ts';
import type { Bucket } from '../series.ts';

// Example charts that contain every kind of mark, for renderer tests.

export interface ExampleWords {
  readonly said: Readonly<Record<ChartWord, string>>;
  readonly days: readonly string[];
}

export const english: ExampleWords = {
  said: { noData: 'no data', closed: 'closed', soFar: 'so far' },
  days: ['Mon 16', 'Tue 17', 'Wed 18', 'Thu 19', 'Fri 20', 'Sat 21', 'Sun 22'],
};

const hour = 3_600_000;
const saidIn = ({ said }: ExampleWords, id: string): ChartLabels => ({ id, say: (word) => said[word], now: '14:20' });
const known = (value: number): Point => ({ state: 'known', value, partial: false });
const missing: Point = { state: 'missing' };
const count = (value: number) => value.toLocaleString('en');

const hours = (points: readonly (Point | null)[], usual: readonly (number | null)[]) =>
  points.map((point, index): Bucket => {
    return { from: index * hour, to: (index + 1) * hour, label: `${index}:00`, point, usual: usual[index] ?? null };
  });

const ticks = Array.from({ length: 12 }, (_, index) => ({ at: index * hour, label: `${8 + index}:00` }));

/** A day with closed hours, a silent hour, an event and a running hour. */
export function flowExample(words: ExampleWords, width: number, height: number): Drawing<FlowRole> {
  const points = [null, null, known(40), known(90), missing, missing, known(150), known(60), null, null, null, null];
  const input: FlowInput = {
    buckets: hours(points, [null, null, 50, 80, 100, 120, 120, 110, 90, 60, null, null]).map((bucket) => ({
      ...bucket,
      range: bucket.usual === null ? null : { lower: 0.8 * bucket.usual, upper: 1.2 * bucket.usual },
    })),
    closed: [
      { from: 0, to: 2 * hour },
      { from: 10 * hour, to: 12 * hour },
    ],
    events: [{ span: { from: 3 * hour, to: 5 * hour }, label: 'Concert <a&b>' }],
    now: 7.3 * hour,
    ticks,
    whole: true,
    formatAxis: count,
  };
  return drawFlow(layoutFlow(input, width, height), saidIn(words, 'flow'));
}

/** A week by day as in reports: values above the bars, with measured text widths. */
export function weekExample(words: ExampleWords, width: number, height: number, widthOf: TextWidth = estimateWidth) {
  const values = [64_384, 54_508, 64_812, 67_126, 61_802, 39_383, 29_612];
  const usual = [55_400, 58_800, 62_500, 57_600, 57_200, 39_200, 33_000];
  const buckets = hours(values.map(known), usual);
  const layout = layoutFlow(
    {
      buckets,
      closed: [],
      events: [],
      now: null,
      ticks: words.days.map((label, index) => ({ at: (index + 0.5) * hour, label })),
      whole: true,
      formatAxis: count,
    },
    width,
    height,
    widthOf,
  );
  return addValueLabels(drawFlow(layout, saidIn(words, 'week')), layout, values.map(count));
}

const series = (
  key: string,
  color: string,
  more: Partial<PlotSeries>,
  values: readonly (number | null)[],
): PlotSeries => ({
  key,
  name: key,
  color,
  mark: 'line',
  axis: 0,
  format: count,
  buckets: hours(
    values.map((value) => (value === null ? missing : known(value))),
    [],
  ),
  ...more,
});

const plot: PlotInput = {
  series: [],
  axes: [{ fromZero: true, whole: true, format: count, unit: 'ppm' }],
  stacked: false,
  percentage: false,
  thresholds: [],
  minMax: false,
  closed: [],
  events: [],
  now: null,
  ticks,
};

/** Lines with names, a threshold and a gap; an area with usual values; columns with a running one. */
export function plotExample(words: ExampleWords, width: number, height: number): readonly Drawing<PlotRole>[] {
  const air = [420, 450, 480, null, null, 700, 880, 940, 610, 520];
  const lines: PlotInput = {
    ...plot,
    series: [
      series('North', '#1550f5', {}, air),
      series(
        'South',
        '#c78311',
        {},
        air.map((value) => value && value / 2),
      ),
    ],
    axes: [...plot.axes, { fromZero: true, whole: true, format: count }],
    thresholds: [
      { value: 800, label: 'Limit', color: null },
      { value: 300, label: 'Own', color: '#be1b2b' },
    ],
    closed: [{ from: 0, to: 3 * hour }],
    events: [{ span: { from: 6 * hour, to: 7 * hour }, label: 'Party' }],
    now: 9.5 * hour,
  };
  const [only] = lines.series;
  const buckets = (only?.buckets ?? []).map((bucket) => ({ ...bucket, usual: 500 }));
  const area: PlotInput = { ...plot, series: [series('Air', '#1550f5', { mark: 'area', buckets }, [])], minMax: true };
  const columns: PlotInput = {
    ...plot,
    series: ['#1550f5', '#c78311'].map((color) => series(color, color, { mark: 'column' }, [3, 5, 8, 2])),
    stacked: true,
    now: 3.5 * hour,
  };
  const growing: PlotInput = {
    ...area,
    now: 5.5 * hour,
    series: area.series.map((each) => ({ ...each, grows: true })),
  };
  return [lines, area, columns, { ...area, stacked: true }, growing].map((input, index) =>
    drawPlot(layoutPlot(input, width, height), saidIn(words, `plot${index}`), input.stacked),
  );
}

/** Three days, one of them closed and one today. */
export function heatExample(words: ExampleWords, width: number) {
  const values = Array.from({ length: 12 }, (_, index) => (index === 11 ? null : (index * 7) % 10));
  return drawHeat(
    words.days.slice(0, 3).map((label, index) => ({ label, current: index === 2, closed: index === 1, values })),
    {
      closed: words.said.closed,
      hours: values.map((_, index) => (index % 3 === 0 ? `${8 + index}` : '')),
      peak: (value) => `${value}k`,
    },
    { width, rowHeight: 18, names: 56, scale: paperScale },
  );
}
