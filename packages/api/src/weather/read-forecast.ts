import { isLocalDate } from '@atrium/domain/core';
import { type Forecast, type ForecastDay, forecastDays, toSky } from '@atrium/domain/weather';
import * as v from 'valibot';

const perDay = <Value extends v.GenericSchema>(value: Value) => v.pipe(v.array(value), v.maxLength(16));
const figures = perDay(v.nullable(v.number()));
const answer = v.object({
  current: v.nullish(v.object({ temperature_2m: v.number(), weather_code: v.number() })),
  daily: v.object({
    time: perDay(v.pipe(v.string(), v.check(isLocalDate))),
    weather_code: figures,
    temperature_2m_max: figures,
    temperature_2m_min: figures,
    precipitation_probability_max: v.nullish(figures),
  }),
});

/** Parses Open-Meteo's JSON. Null: another format. Leaves out days with too little data. */
export function parseForecast(raw: unknown): Forecast | null {
  const read = v.safeParse(answer, raw);
  if (!read.success) return null;
  const { current, daily } = read.output;
  const days = daily.time.flatMap((date, index): ForecastDay[] => {
    const sky = toSky(daily.weather_code[index] ?? -1);
    const high = daily.temperature_2m_max[index];
    const low = daily.temperature_2m_min[index];
    if (sky === null || high == null || low == null) return [];
    return [{ date, sky, low, high, rainChance: chanceOf(daily.precipitation_probability_max?.[index]) }];
  });
  const sky = current ? toSky(current.weather_code) : null;
  const now = current && sky !== null ? { sky, temperature: current.temperature_2m } : null;
  return { now, days: days.slice(0, forecastDays) };
}

/** Returns null for values outside 0…100 %. */
function chanceOf(percent: number | null | undefined): number | null {
  return percent != null && percent >= 0 && percent <= 100 ? percent : null;
}
