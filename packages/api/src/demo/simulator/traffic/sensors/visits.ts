import { arrivals } from '../noise.ts';
import { chance, type Measured, type Moment, varyAround1 } from './moment.ts';
import type { TagSensor, VisitSensor } from './sensor-model.ts';

export function simulateVisits(sensor: VisitSensor, moment: Moment): Measured[] {
  const visits = arrivals(sensor.visitorsPerDay * moment.crowd, ...moment.keys, 1);
  const walking = Math.min(visits, arrivals(visits * sensor.walkThrough, ...moment.keys, 2));
  const staying = visits - walking;
  const stay = Math.round(sensor.staySeconds * varyAround1(moment, 0.15, 3));
  const groups =
    visits === 0 ? 0 : Math.max(1, Math.round((visits / sensor.peoplePerGroup) * varyAround1(moment, 0.08, 4)));
  return [
    ...(staying > 0 ? [{ metric: 'dwell', value: stay, weight: staying }] : []),
    ...(walking > 0 ? [{ metric: 'dwellWalkthrough', value: Math.round(stay / 9), weight: walking }] : []),
    { metric: 'numberOfGroups', value: Math.min(visits, groups) },
  ];
}

/**
 * Returns a key for each visitor of the interval. A visitor who returns on the same day has an earlier visitor's key.
 */
export function simulateVisitors(sensor: VisitSensor, moment: Moment): Measured[] {
  const visits = arrivals(sensor.visitorsPerDay * moment.crowd, ...moment.keys, 1);
  const seen = new Set<string>();
  for (let one = 0; one < visits; one += 1) {
    const isBack = chance(moment, 100 + one) < sensor.returning;
    const number = isBack ? Math.floor(chance(moment, 900 + one) * sensor.visitorsPerDay * 0.3) : null;
    seen.add(number === null ? `${moment.keys.join('.')}.${one}` : `${moment.dayNumber}.${number}`);
  }
  return [...seen].map((visitor) => ({ metric: 'uniqueVisitors', value: 1, visitor }));
}

/** Tags leave like people do: half early, half late, so that a day's exits equal its entries. */
export function simulateTags({ tagsPerDay, staySeconds }: TagSensor, moment: Moment): Measured[] {
  const stay = staySeconds / 60;
  // Each exit uses the draw of the entry that many minutes earlier, so that exits match entries.
  const [entered, early, late] = [0, stay * 0.6, stay * 1.4].map((minutes) =>
    Math.round(tagsPerDay * (minutes === 0 ? moment.crowd : moment.crowdBefore(minutes))),
  ) as [number, number, number];
  return [
    { metric: 'uwbAffluenceIn', value: entered },
    { metric: 'uwbAffluenceOut', value: Math.floor(early / 2) + Math.ceil(late / 2) },
    ...(entered > 0
      ? [{ metric: 'uwbDwell', value: Math.round(staySeconds * varyAround1(moment, 0.1, 3)), weight: entered }]
      : []),
  ];
}
