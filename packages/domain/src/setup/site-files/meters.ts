import type { DescriptorName } from '../../numbers/readings/index.ts';

/** Short names in site files for the descriptors of a meter's readings. */
export const meterWords = ['origin', 'destination', 'use', 'type', 'temperature'] as const;
export type MeterWord = (typeof meterWords)[number];

/** Metrics of meters, with the descriptor for each short name. */
export const meterMetrics: Readonly<Record<string, Readonly<Partial<Record<MeterWord, DescriptorName>>>>> = {
  electricityConsumption: { origin: 'electricityOrigin', destination: 'electricityDestination', use: 'electricityUse' },
  electricityProduction: { origin: 'electricityOrigin', destination: 'electricityDestination', use: 'electricityUse' },
  heatConsumption: {},
  heatProduction: {},
  waterConsumption: { temperature: 'waterTemperature', use: 'waterUse' },
  combustibleConsumption: { type: 'combustibleType', use: 'combustibleUse' },
};
