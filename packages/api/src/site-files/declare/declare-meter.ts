import { meterMetrics, meterWords } from '@atrium/domain/site-files/meters';
import type { DeviceKind } from '@atrium/domain/sites';
import type { DeviceState } from '../../sites/stored/index.ts';
import type { DeclaredDevice } from '../format/site-file.ts';
import type { Declaring } from './declaring.ts';

type Meter = NonNullable<DeviceState['meter']>;
const fields = ['metric', ...meterWords, 'rollover'] as const;

export function declareMeter(
  declared: DeclaredDevice,
  kind: DeviceKind,
  stored: Meter | null,
  declaring: Declaring,
): Meter | null {
  if (kind !== 'meter') {
    const stray = fields.find((field) => declared[field] !== undefined);
    if (stray !== undefined) declaring.problem(declared, stray, `only a device of kind meter has the field "${stray}"`);
    return null;
  }
  const metric = declared.metric ?? stored?.metric;
  if (metric === undefined) {
    declaring.problem(declared, '', `the meter ${declared.serial} needs the field "metric"`);
    return null;
  }
  const known = Object.hasOwn(meterMetrics, metric) ? meterMetrics[metric] : undefined;
  if (known === undefined) {
    declaring.problem(
      declared,
      'metric',
      `no meter measures "${metric}"; known: ${Object.keys(meterMetrics).join(', ')}`,
    );
    return null;
  }
  // Another metric has other descriptors, so a change of metric drops the old ones.
  const before = stored?.metric === metric ? stored : null;
  const descriptors: Record<string, string> = { ...before?.descriptors };
  for (const field of meterWords) {
    const value = declared[field];
    if (value === undefined) continue;
    const descriptor = known[field];
    if (descriptor === undefined) declaring.problem(declared, field, `"${field}" says nothing about ${metric}`);
    else if (value === null) delete descriptors[descriptor];
    else if (/[;=]/.test(value)) declaring.problem(declared, field, 'a descriptor must not hold ";" or "="');
    else descriptors[descriptor] = value;
  }
  return {
    metric,
    descriptors,
    rollover: declared.rollover !== undefined ? declared.rollover : (before?.rollover ?? null),
  };
}
