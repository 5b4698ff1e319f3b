import { addDays, type Clock, instantToDate, instantToWall, toDayNumber } from '@atrium/domain/core';
import type { ForecastRequest, WeatherSource } from './weather-source.ts';

const codes = [0, 1, 2, 2, 3, 3, 61, 80, 51, 3, 2, 45];
/** Weather codes from here on are precipitation. */
const falling = 50;
const fog = 45;

/** Creates a source of invented weather in Open-Meteo's format: with seasons by latitude, the same for the same day. */
export function createSampleSource(clock: Clock): WeatherSource {
  return { isSample: true, ask: async (request) => sampleAnswer(request, clock.now()) };
}

function sampleAnswer({ latitude, longitude, timezone }: ForecastRequest, now: number) {
  const today = instantToDate(timezone, now);
  const days = Array.from({ length: 6 }, (_, index) => dayAt(latitude, longitude, addDays(today, index)));
  const hour = (instantToWall(timezone, now) / 3_600_000) % 24;
  const [first] = days as [ReturnType<typeof dayAt>];
  const warmth = (1 - Math.cos(((hour - 4) / 24) * 2 * Math.PI)) / 2;
  return {
    latitude,
    longitude,
    timezone,
    current: { temperature_2m: rounded(first.low + (first.high - first.low) * warmth), weather_code: first.code },
    daily: {
      time: days.map(({ date }) => date),
      weather_code: days.map(({ code }) => code),
      temperature_2m_max: days.map(({ high }) => high),
      temperature_2m_min: days.map(({ low }) => low),
      precipitation_probability_max: days.map(({ code }) => (code >= falling ? 75 : code === fog ? 10 : code * 8)),
    },
  };
}

function dayAt(latitude: number, longitude: number, date: string) {
  const number = toDayNumber(date);
  const noise = (salt: number) =>
    unit(Math.round(latitude * 10) * 31 + Math.round(longitude * 10) * 17 + number * salt);
  const code = codes[Math.floor(noise(101) * codes.length)] ?? 3;
  const season = Math.cos(((number % 365.25) / 365.25 - 0.55) * 2 * Math.PI) * Math.sign(latitude || 1);
  const mean = 27 - Math.abs(latitude) * 0.34 + season * Math.abs(latitude) * 0.2 + (noise(57) - 0.5) * 6;
  const swing = code === 0 || code === 1 ? 5.5 : 3;
  return { date, code, low: rounded(mean - swing), high: rounded(mean + swing) };
}

const rounded = (value: number) => Math.round(value * 10) / 10;
/** Returns a pseudorandom number from 0 to 1. */
const unit = (seed: number) => Math.abs(Math.sin(seed * 12.9898) * 43758.5453) % 1;
