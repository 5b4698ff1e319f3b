import { isLocalDate } from '@atrium/domain/core';
import { type Forecast, type ForecastDay, forecastDays, skyOfCode } from '@atrium/domain/weather';
import { z } from 'zod';

const perDay = <Value extends z.ZodType>(value: Value) => z.array(value).max(16);
const answer = z.object({
  current: z.object({ temperature_2m: z.number(), weather_code: z.number() }).nullish(),
  daily: z.object({
    time: perDay(z.string().refine(isLocalDate)),
    weather_code: perDay(z.number().nullable()),
    temperature_2m_max: perDay(z.number().nullable()),
    temperature_2m_min: perDay(z.number().nullable()),
    precipitation_probability_max: perDay(z.number().nullable()).nullish(),
  }),
});

/** Open-Meteo's JSON as a forecast; null: it is not what we asked for. Days it says too little about are left out. */
export function readForecast(raw: unknown): Forecast | null {
  const read = answer.safeParse(raw);
  if (!read.success) return null;
  const { current, daily } = read.data;
  const days = daily.time.flatMap((date, index): ForecastDay[] => {
    const sky = skyOfCode(daily.weather_code[index] ?? -1);
    const high = daily.temperature_2m_max[index];
    const low = daily.temperature_2m_min[index];
    if (sky === null || high == null || low == null) return [];
    return [{ date, sky, low, high, rainChance: chanceOf(daily.precipitation_probability_max?.[index]) }];
  });
  const sky = current ? skyOfCode(current.weather_code) : null;
  const now = current && sky !== null ? { sky, temperature: current.temperature_2m } : null;
  return { now, days: days.slice(0, forecastDays) };
}

/** What is no share of a hundred is not told. */
function chanceOf(percent: number | null | undefined): number | null {
  return percent != null && percent >= 0 && percent <= 100 ? percent : null;
}
