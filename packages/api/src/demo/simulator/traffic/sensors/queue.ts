import { arrivals } from '../noise.ts';
import { isWithin, type Measured, type Moment, varyAround1 } from './moment.ts';
import type { QueueSensor } from './sensor-model.ts';

/** Maximum waiting time, in seconds. */
const longestWait = 720;

/**
 * Simulates a queue at tills. The wait grows steeply as arrivals approach the capacity of the tills, and more people
 * give up the longer it is.
 */
export function simulateQueue(sensor: QueueSensor, moment: Moment): Measured[] {
  const expected = sensor.visitorsPerDay * moment.crowd;
  const joined = arrivals(expected, ...moment.keys, 1);
  const tills = sensor.shortHanded && isWithin(sensor.shortHanded, moment) ? sensor.shortHanded.tills : sensor.tills;
  const load = Math.min(0.98, expected / ((tills * sensor.servedPerHour * moment.minutes) / 60));
  const wait = Math.min(longestWait, 30 + (55 * load) / (1.02 - load));
  const leaving = Math.min(0.35, Math.max(0, (wait - 180) / 2_400));
  const abandoned = Math.min(joined, arrivals(joined * leaving, ...moment.keys, 2));
  const served = joined - abandoned;
  const spread = varyAround1(moment, 0.12, 3);
  return [
    { metric: 'queueAffluenceIn', value: joined },
    { metric: 'queueAffluenceOut', value: served },
    { metric: 'queueAbandon', value: abandoned },
    { metric: 'queueLength', value: Math.round((expected / (moment.minutes * 60)) * wait * spread) },
    ...(served > 0 ? [{ metric: 'waitingTime', value: Math.round(wait * spread), weight: served }] : []),
    ...(abandoned > 0 ? [{ metric: 'dwellAbandon', value: Math.round(wait * 0.6 * spread), weight: abandoned }] : []),
  ];
}
