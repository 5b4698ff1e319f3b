import type { DatedBand } from './bands.ts';
import type { MeterFactor } from './meter-factors.ts';

/** Calculation settings of an organization; defaults apply otherwise. */
export interface MeasurementSettings {
  readonly factors: readonly MeterFactor[];
  readonly bands: readonly DatedBand[];
}

export const defaultSettings: MeasurementSettings = { factors: [], bands: [] };
