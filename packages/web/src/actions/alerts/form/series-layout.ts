export interface SeriesHour {
  readonly at: number;
  readonly least: number;
  readonly most: number;
}

interface SeriesInput {
  readonly from: number;
  readonly to: number;
  readonly course: readonly SeriesHour[];
  readonly limits: readonly number[];
  readonly firings: readonly { readonly begin: number }[];
}

const room = { start: 44, top: 26, foot: 20 };
const hour = 3_600_000;
/** Firing marks closer than this are merged, px. */
const minMarkGap = 34;

/** Lays out the hours of several weeks in a drawing of this size, px. */
export function layoutSeries(input: SeriesInput, width: number, height: number) {
  const { from, to, course, limits } = input;
  const scale = scaleOf([...course.flatMap(({ least, most }) => [least, most]), ...limits]);
  const plot = {
    x: room.start,
    y: room.top,
    width: Math.max(1, width - room.start),
    height: height - room.top - room.foot,
  };
  const x = (at: number) => plot.x + ((at - from) / (to - from)) * plot.width;
  const y = (value: number) => plot.y + plot.height * (1 - (value - scale.min) / (scale.max - scale.min));
  return {
    plot,
    x,
    y,
    ticks: scale.ticks.map((tick) => ({ tick, y: y(tick) })),
    /** Area between minimum and maximum of each hour; one path per stretch without gaps. */
    paths: stretchesOf(course).map((stretch) => {
      const top = stretch.map(({ at, most }) => `${x(at).toFixed(1)} ${y(most).toFixed(1)}`);
      const foot = stretch.toReversed().map(({ at, least }) => `${x(at).toFixed(1)} ${y(least).toFixed(1)}`);
      return `M${[...top, ...foot].join('L')}Z`;
    }),
    numbers: numbersOf(input.firings.map(({ begin }) => x(begin))),
    /** Returns the value at a height. */
    valueAt: (height: number) => scale.max - ((height - plot.y) / plot.height) * (scale.max - scale.min),
  };
}

/** Scale that fits the values, with round ticks. */
function scaleOf(values: readonly number[]) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || Math.abs(high) || 1;
  const [min, max] = [low - span * 0.04, high + span * 0.04];
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= span / 4) ?? 10) * power;
  const first = Math.ceil(min / step);
  const count = Math.floor(max / step) - first + 1;
  const ticks = Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
  return { min, max, ticks };
}

function stretchesOf(course: readonly SeriesHour[]): readonly (readonly SeriesHour[])[] {
  const stretches: SeriesHour[][] = [];
  for (const one of course) {
    const last = stretches.at(-1)?.at(-1);
    if (last === undefined || one.at - last.at > hour) stretches.push([]);
    stretches.at(-1)?.push(one);
  }
  return stretches;
}

/** Merges close firing numbers into one mark: 1, 2–4, 5. */
function numbersOf(places: readonly number[]): readonly { readonly x: number; readonly text: string }[] {
  const marks: { x: number; first: number; last: number }[] = [];
  for (const [index, x] of places.entries()) {
    const near = marks.at(-1);
    if (near !== undefined && x - near.x < minMarkGap) near.last = index + 1;
    else marks.push({ x, first: index + 1, last: index + 1 });
  }
  return marks.map(({ x, first, last }) => ({ x, text: first === last ? String(first) : `${first}–${last}` }));
}
