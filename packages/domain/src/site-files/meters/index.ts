import type { DescriptorName } from '../../measurements/readings/index.ts';

/** The short words of a site file for what a meter's readings are of. */
export const meterWords = ['origin', 'destination', 'use', 'type', 'temperature'] as const;
export type MeterWord = (typeof meterWords)[number];

/** What a meter may measure, and which descriptor of its readings each short word stands for. */
export const meterMetrics: Readonly<Record<string, Readonly<Partial<Record<MeterWord, DescriptorName>>>>> = {
  electricityConsumption: { origin: 'electricityOrigin', destination: 'electricityDestination', use: 'electricityUse' },
  electricityProduction: { origin: 'electricityOrigin', destination: 'electricityDestination', use: 'electricityUse' },
  heatConsumption: {},
  heatProduction: {},
  waterConsumption: { temperature: 'waterTemperature', use: 'waterUse' },
  combustibleConsumption: { type: 'combustibleType', use: 'combustibleUse' },
};
