import { meterMetrics } from '@atrium/domain/site-files/meters';
import type { DeviceState } from '../../../sites/stored/index.ts';

/** Writes a meter's fields with the file's names. */
export function writeMeter(meter: DeviceState['meter']): Record<string, unknown> {
  if (meter === null) return {};
  const words = Object.entries(meterMetrics[meter.metric] ?? {});
  const described = words.flatMap(([word, descriptor]) =>
    meter.descriptors[descriptor] === undefined ? [] : [[word, meter.descriptors[descriptor]]],
  );
  return {
    metric: meter.metric,
    ...Object.fromEntries(described),
    ...(meter.rollover === null ? {} : { rollover: meter.rollover }),
  };
}
