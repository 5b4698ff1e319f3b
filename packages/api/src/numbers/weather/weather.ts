import {
  type Clock,
  err,
  type Failure,
  failure,
  type Instant,
  isLocalDate,
  ok,
  type Result,
} from '@atrium/domain/core';
import { type Forecast, type ForecastDay, forecastDays, toSky } from '@atrium/domain/numbers/weather';
import * as v from 'valibot';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import type { ForecastRequest, WeatherSource } from './weather-source.ts';

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

/** A forecast with the time it was requested. */
export interface Weather extends Forecast {
  readonly fetchedAt: Instant;
  readonly isSample: boolean;
}

export interface WeatherDependencies {
  readonly sites: Pick<SiteSnapshots, 'snapshot'>;
  /** Null: no provider is configured. */
  readonly source: WeatherSource | null;
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
}

/** A forecast is refreshed after `freshMs`. If that fails, it is shown until `usefulMs`. */
const freshMs = 30 * 60_000;
const usefulMs = 6 * 3_600_000;
/** Delay before the next request after a failure. */
const restMs = 60_000;
/** Maximum number of cached positions, more than any installation has sites. */
const maxKept = 5_000;

interface Kept {
  weather: Weather | null;
  nextAt: Instant;
  asking: Promise<Weather | null> | null;
}

export type WeatherReads = ReturnType<typeof createWeather>;

/** Creates a cached weather service. The weather of a site is null without coordinates or an answer. */
export function createWeather({ sites, source, clock, logError }: WeatherDependencies) {
  const kept = new Map<string, Kept>();

  async function ask(from: WeatherSource, request: ForecastRequest, place: Kept): Promise<Weather | null> {
    try {
      const forecast = parseForecast(await from.ask(request));
      if (forecast === null) throw new Error('the weather was answered in another form than asked for');
      place.weather = { ...forecast, fetchedAt: clock.now(), isSample: from.isSample };
      place.nextAt = clock.now() + freshMs;
    } catch (error) {
      logError('the weather could not be asked for', error);
      place.nextAt = clock.now() + restMs;
    } finally {
      place.asking = null;
    }
    return place.weather;
  }

  async function at(request: ForecastRequest): Promise<Weather | null> {
    if (source === null) return null;
    const key = `${request.latitude},${request.longitude},${request.timezone}`;
    const place = kept.get(key) ?? { weather: null, nextAt: 0, asking: null };
    if (kept.size >= maxKept) kept.clear();
    kept.set(key, place);
    if (clock.now() >= place.nextAt) place.asking ??= ask(source, request, place);
    const weather = place.asking === null ? place.weather : await place.asking;
    return weather !== null && clock.now() - weather.fetchedAt < usefulMs ? weather : null;
  }

  return {
    /** Fails with NOT_FOUND for a site the viewer may not see. */
    async weatherAt(scope: Scope, installationId: number): Promise<Result<Weather | null, Failure>> {
      const site = (await sites.snapshot(scope)).sites.get(installationId as never);
      if (site === undefined) return err(failure('NOT_FOUND', 'No such installation', 'installationId'));
      const { latitude, longitude, timezone } = site.fields;
      if (latitude === null || longitude === null) return ok(null);
      return ok(await at({ latitude, longitude, timezone }));
    },
  };
}
