/** Coordinates in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Parameters of a forecast, as Open-Meteo takes them. */
export interface ForecastRequest extends Position {
  /** IANA name of the time zone that defines days. */
  readonly timezone: string;
}

/** A provider of forecasts. `ask` resolves with Open-Meteo's unvalidated JSON, and rejects if there is no answer. */
export interface WeatherSource {
  /** Whether the weather is invented, for the demo. Screens say so. */
  readonly isSample: boolean;
  ask(request: ForecastRequest): Promise<unknown>;
}

const timeoutMs = 4_000;
const longestAnswer = 256 * 1024;

/** Creates a source for a URL with Open-Meteo's format: the public service, a customer's with a key, or a local one. */
export function createOpenMeteoSource(address: string, key: string | null): WeatherSource {
  return {
    isSample: false,
    async ask(request) {
      const url = new URL(address);
      for (const [name, value] of Object.entries(parametersOf(request))) url.searchParams.set(name, value);
      if (key !== null) url.searchParams.set('apikey', key);
      // Refuses redirects, which could lead to internal servers.
      const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
      if (!answer.ok) throw new Error(`the weather was answered with ${answer.status}`);
      const text = await answer.text();
      if (text.length > longestAnswer) throw new Error('the weather was answered at too great a length');
      return JSON.parse(text);
    },
  };
}

function parametersOf({ latitude, longitude, timezone }: ForecastRequest): Record<string, string> {
  return {
    latitude: String(latitude),
    longitude: String(longitude),
    timezone,
    current: 'temperature_2m,weather_code',
    daily: 'weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max',
    forecast_days: '6',
  };
}
