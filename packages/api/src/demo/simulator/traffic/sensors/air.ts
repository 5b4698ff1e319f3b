import { chance, isWithin, type Measured, type Moment, varyAround1 } from './moment.ts';
import type { AirSensor, SeatSensor } from './sensor-model.ts';

const decimals = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places;

/** Crowd that affects the air: the people of the last hour and a half. */
function recentCrowd(moment: Moment): number {
  const steps = [0, 15, 30, 45, 60, 75];
  const perQuarter = 15 / moment.minutes;
  const sum = steps.reduce((total, back) => total + (back === 0 ? moment.crowd : moment.crowdBefore(back)), 0);
  return Math.min(1.3, (sum / steps.length) * perQuarter * 30);
}

export function simulateAir({ smoke }: AirSensor, moment: Moment): Measured[] {
  const crowd = recentCrowd(moment);
  const burnt = isWithin(smoke, moment) ? 1 : 0;
  const isLit = moment.crowd > 0 || (moment.hour > 7 && moment.hour < 20);
  const weather = Math.sin(moment.dayNumber / 2.7) + 0.6 * Math.sin(moment.dayNumber / 1.1);
  return [
    { metric: 'tvoc', value: Math.round((95 + 160 * crowd + 1_450 * burnt) * varyAround1(moment, 0.06, 1)) },
    { metric: 'pm25', value: decimals((4.5 + 4 * crowd + 47 * burnt) * varyAround1(moment, 0.08, 2), 1) },
    { metric: 'pm10', value: decimals((9 + 9 * crowd + 74 * burnt) * varyAround1(moment, 0.08, 3), 1) },
    { metric: 'hcho', value: decimals((0.014 + 0.012 * crowd + 0.05 * burnt) * varyAround1(moment, 0.07, 4), 3) },
    {
      metric: 'luminosity',
      value: Math.round((isLit ? 460 + 90 * chance(moment, 5) : 8) * varyAround1(moment, 0.03, 6)),
    },
    { metric: 'pressure', value: decimals(962 + 7 * weather + 0.4 * Math.sin(moment.hour / 3.8), 2) },
  ];
}

/** Simulates a seat, occupied for random half-hours while people come. */
export function simulateSeat({ occupiedShare }: SeatSensor, moment: Moment): Measured[] {
  const booked = chance({ ...moment, keys: [moment.keys[0] ?? 0, moment.dayNumber, Math.floor(moment.hour * 2)] }, 1);
  return [{ metric: 'binaryOccupancy', value: recentCrowd(moment) > 0.05 && booked < occupiedShare ? 1 : 0 }];
}
