import type { DatedBand } from './bands.ts';
import type { MeterFactor } from './meter-factors.ts';

/** What an organization sets of the arithmetic itself; where it sets nothing, the defaults hold. */
export interface MeasurementSettings {
  readonly factors: readonly MeterFactor[];
  readonly bands: readonly DatedBand[];
}

export const defaultSettings: MeasurementSettings = { factors: [], bands: [] };
