import { err, type Failure, failure, ok, type Result } from '../../core/index.ts';
import type { Band } from './air-samples.ts';
import { type DatedBand, defaultBands } from './bands.ts';
import { type MeterFactor, meterResources } from './meter-factors.ts';

/** Calculation settings of an organization; defaults apply otherwise. */
export interface MeasurementSettings {
  readonly factors: readonly MeterFactor[];
  readonly bands: readonly DatedBand[];
}

export const defaultSettings: MeasurementSettings = { factors: [], bands: [] };

/** Samples with scores. */
const bandedMetrics: readonly string[] = Object.keys(defaultBands);

const greatest = 1e9;
const most = 500;

/** Validates factors and bands: rejects negative factors, unordered limits and duplicates. */
export function checkSettings(settings: MeasurementSettings): Result<MeasurementSettings, Failure> {
  const { factors, bands } = settings;
  if (factors.length > most || bands.length > most)
    return refuse('factors', `At most ${most} factors and bands can be set.`);
  const factorProblem = factors.map(factorProblemOf).find((one) => one !== null);
  if (factorProblem != null) return refuse('factors', factorProblem);
  const bandProblem = bands.map(bandProblemOf).find((one) => one !== null);
  if (bandProblem != null) return refuse('bands', bandProblem);
  const twice = repeated(factors.map((one) => `${one.resource} ${one.per} ${one.country} ${one.since}`));
  if (twice !== null) return refuse('factors', `The factor ${twice} is set twice.`);
  const again = repeated(bands.map((one) => `${one.metric} ${one.country} ${one.since}`));
  return again === null ? ok(settings) : refuse('bands', `The bands ${again} are set twice.`);
}

function factorProblemOf({ resource, per, value }: MeterFactor): string | null {
  if (!(meterResources as readonly string[]).includes(resource))
    return `There is no resource "${resource}": it takes ${meterResources.join(', ')}.`;
  return value >= 0 && value <= greatest ? null : `${per} of ${resource} must be from 0 to ${greatest}.`;
}

function bandProblemOf({ metric, band }: DatedBand): string | null {
  if (!bandedMetrics.includes(metric)) return `${metric} has no score: bands are of ${bandedMetrics.join(', ')}.`;
  return isOrdered(band) ? null : `The four limits of ${metric} must widen from the best score to the worst.`;
}

function isOrdered(band: Band): boolean {
  if ('below' in band) return rises(band.below);
  if ('atLeast' in band) return rises([...band.atLeast].reverse());
  const lows = band.within.map(([low]) => low);
  const highs = band.within.map(([, high]) => high);
  return notFalling([...lows].reverse()) && notFalling(highs) && band.within.every(([low, high]) => low < high);
}

function rises(values: readonly number[]): boolean {
  return values.length === 4 && values.every((value, index) => index === 0 || value > (values[index - 1] as number));
}

function notFalling(values: readonly number[]): boolean {
  return values.length === 4 && values.every((value, index) => index === 0 || value >= (values[index - 1] as number));
}

function repeated(keys: readonly string[]): string | null {
  return keys.find((key, index) => keys.indexOf(key) !== index) ?? null;
}

function refuse(field: string, message: string): { readonly ok: false; readonly error: Failure } {
  return err(failure('BAD_INPUT', message, field));
}
