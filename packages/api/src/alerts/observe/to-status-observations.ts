import type { DeviceStatusCode, Observation, Watch } from '@atrium/domain/alerts';
import type { DeviceId, Instant } from '@atrium/domain/core';
import { deviceStatusCodes } from '@atrium/domain/measurements/readings';
import type { Answer } from '../../measurements/index.ts';
import { type Observed, settleMs } from './observed.ts';
import { createOffTest, spanOf } from './to-observations.ts';

/** A device without data for this many intervals has lost its connection. */
const lostIntervals = 2;

/**
 * Returns 1 for each interval in which the device has one of the chosen statuses, otherwise 0. Silence is a status too,
 * so no interval is missing.
 */
export function toStatusObservations(
  answers: readonly Answer[],
  observed: Observed,
  { place }: Watch,
  now: Instant,
): readonly Observation[] {
  const { site, condition } = observed;
  const device = site.topology.devices.find(({ id }) => id === (place.id as DeviceId));
  if (device === undefined) return [];
  const lost = lostIntervals * device.interval * 1000;
  const silent = answers.flatMap(({ coverage }) => coverage.silent).filter(({ from, to }) => to - from >= lost);
  const isOff = createOffTest(observed);
  let last: DeviceStatusCode = 'isOperationnal';
  return answers.flatMap(({ data, granularity }) =>
    data.flatMap((point): Observation[] => {
      const { from, to } = spanOf(point, (granularity ?? 300) * 1000);
      if (to > now) return [];
      if (typeof point.value === 'number') last = deviceStatusCodes[point.value] ?? last;
      if (isOff(from)) return [{ kind: 'closed', from, to }];
      const isSilent = silent.some((one) => one.from < to && one.to >= to && to - one.from >= lost);
      // Readings of an interval that just ended may still arrive.
      if (isSilent && to > now - settleMs) return [];
      const code = isSilent ? 'internetLost' : last;
      const value = condition.padStatusCodes.includes(code) ? 1 : 0;
      return [{ kind: 'known', from, to, value, coverage: 1, isInProgress: false }];
    }),
  );
}
