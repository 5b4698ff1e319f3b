import type { DeviceId, Span } from '@atrium/domain/core';
import { isSingleSilence } from '@atrium/domain/dashboards';
import type { Coverage } from '@atrium/domain/measurements';

/** Returns the longest span in which a sensor reported none of its metrics; null if there is none. */
export function findLongestSilence(sensor: DeviceId, samples: readonly Coverage['silent'][]): Span | null {
  const [first = [], ...others] = samples.map((silent) =>
    silent.filter((each) => each.deviceId === sensor && isSingleSilence(each)),
  );
  const all = first.filter(({ from, to }) =>
    others.every((silent) => silent.some((other) => other.from <= from && other.to >= to)),
  );
  const [longest] = all.toSorted((one, other) => other.to - other.from - (one.to - one.from));
  return longest === undefined ? null : { from: longest.from, to: longest.to };
}
