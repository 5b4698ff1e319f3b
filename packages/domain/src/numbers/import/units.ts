import { airSamples } from '../metrics/air-samples.ts';
import { sendableMetrics } from '../readings/index.ts';

/** How a file's number becomes one in the metric's unit: `(value × times ÷ by) + plus`. */
export interface Conversion {
  readonly times: number;
  readonly by: number;
  readonly plus: number;
  /** Whether the number is a mean power, so that the amount depends on the interval. */
  readonly isPower: boolean;
}

type Factor = readonly [times: number, by: number, plus?: number];

const energy: Readonly<Record<string, Factor>> = {
  kWh: [1, 1],
  Wh: [1, 1_000],
  MWh: [1_000, 1],
  GWh: [1_000_000, 1],
  J: [1, 3_600_000],
  kJ: [1, 3_600],
  MJ: [1, 3.6],
  GJ: [1_000, 3.6],
};
const power: Readonly<Record<string, Factor>> = { kW: [1, 1], W: [1, 1_000], MW: [1_000, 1] };
const volume: Readonly<Record<string, Factor>> = {
  'm³': [1, 1],
  m3: [1, 1],
  l: [1, 1_000],
  dl: [1, 10_000],
  hl: [1, 10],
  'ft³': [0.028316846592, 1],
  ft3: [0.028316846592, 1],
};
const density: Readonly<Record<string, Factor>> = {
  'µg/m³': [1, 1],
  'µg/m3': [1, 1],
  'μg/m³': [1, 1],
  'μg/m3': [1, 1],
  'ug/m3': [1, 1],
  'mg/m³': [1_000, 1],
  'mg/m3': [1_000, 1],
};
const time: Readonly<Record<string, Factor>> = { s: [1, 1], ms: [1, 1_000], min: [60, 1], h: [3_600, 1] };

/** Units of a file, by the unit that the metric of an air sensor has. */
const bySampleUnit: Readonly<Record<string, Readonly<Record<string, Factor>>>> = {
  ppm: { ppm: [1, 1] },
  '%RH': { '%RH': [1, 1], '%rH': [1, 1], '%': [1, 1] },
  '°C': {
    '°C': [1, 1],
    C: [1, 1],
    K: [1, 1, -273.15],
    '°F': [5, 9, -160 / 9],
    F: [5, 9, -160 / 9],
  },
  hPa: { hPa: [1, 1], mbar: [1, 1], Pa: [1, 100], kPa: [10, 1], inHg: [33.8638866667, 1] },
  lx: { lx: [1, 1], lux: [1, 1], klx: [1_000, 1] },
  'µg/m³': density,
  'mg/m³': Object.fromEntries(Object.entries(density).map(([unit, [times, by]]) => [unit, [times, by * 1_000]])),
};

const sampleUnits = new Map<string, Readonly<Record<string, Factor>>>(
  airSamples.map(({ id, unit }) => [id, bySampleUnit[unit] ?? {}]),
);

/** Units that a metric's values may have in a file, its own among them; people are counted without one. */
function unitsOf(metric: string): Readonly<Record<string, Factor>> {
  const kind = sendableMetrics.get(metric)?.kind;
  if (kind === 'duration') return time;
  if (kind !== 'counter') return sampleUnits.get(metric) ?? {};
  return metric.startsWith('water') || metric.startsWith('combustible') ? volume : { ...energy, ...power };
}

const factorPattern = /^(.*?)\s*[*x×·]\s*(\d+(?:[.,]\d+)?)$/;

/**
 * Parses a unit with an optional factor: `Wh`, `m³ x10`, `x0.1`. Null if the metric has no such unit. Case counts only
 * where it must: `wh` is read as `Wh`.
 */
export function parseUnit(metric: string, text: string): Conversion | null {
  const [, before, digits] = factorPattern.exec(text.trim()) ?? [];
  const unit = (before ?? text).trim();
  const factor = digits === undefined ? 1 : Number(digits.replace(',', '.'));
  if (!(factor > 0) || (unit === '' && digits === undefined)) return null;
  const found = unit === '' ? ([1, 1] as const) : findUnit(unitsOf(metric), unit);
  if (found === null) return null;
  const [times, by, plus = 0] = found;
  return { times: times * factor, by, plus, isPower: unit !== '' && findUnit(power, unit) !== null };
}

function findUnit(units: Readonly<Record<string, Factor>>, text: string): Factor | null {
  if (Object.hasOwn(units, text)) return units[text] ?? null;
  const same = Object.keys(units).filter((unit) => unit.length > 1 && unit.toLowerCase() === text.toLowerCase());
  return same.length === 1 ? (units[same[0] as string] ?? null) : null;
}

/** Units that no number of another metric can have: a column with one of them is mapped wrongly. */
const telling: Readonly<Record<string, Factor>> = { ...energy, ...power, ...volume, ppb: [1, 1], kvarh: [1, 1] };

/**
 * Finds the unit that a column's name states, in brackets or as its last word. `none` if it states none, `other` if it
 * states one that the metric cannot have. A factor alone counts in brackets, and for meters only; `min` as a last word
 * may as well be the minimum.
 */
export function detectHeaderUnit(
  metric: string,
  name: string,
): { readonly text: string; readonly conversion: Conversion | 'other' } | 'none' {
  const isMeter = sendableMetrics.get(metric)?.kind === 'counter';
  const bracketed = [...name.matchAll(/[([]([^()[\]]*)[)\]]/g)].map(([, text = '']) => text.trim());
  const [, lastWord = ''] = /[\s_/]([^\s_/()[\]]{2,})$/.exec(name.trim()) ?? [];
  for (const text of [...bracketed, lastWord]) {
    const unit = (factorPattern.exec(text)?.[1] ?? text).trim();
    const isFactorAlone = unit === '';
    if (text === '' || (isFactorAlone && (!isMeter || text === lastWord))) continue;
    if (text === 'min' && text === lastWord) continue;
    const conversion = parseUnit(metric, text);
    if (conversion !== null) return { text, conversion };
    if (findUnit(telling, unit) !== null) return { text, conversion: 'other' };
  }
  return 'none';
}

/** Converts a file's number. `interval` in seconds turns a mean power into an amount. */
export function convert(value: number, { times, by, plus, isPower }: Conversion, interval: number): number {
  const scaled = (value * times) / by + plus;
  return isPower ? (scaled * interval) / 3_600 : scaled;
}

/** The metric that counts what flows the other way, such as production for consumption; null if there is none. */
export function findOpposite(metric: string): string | null {
  const opposite = metric.replace(/Consumption$/, 'Production');
  return opposite !== metric && sendableMetrics.has(opposite) ? opposite : null;
}
