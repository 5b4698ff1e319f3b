/** A place on earth, in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** What a forecast is asked by, as Open-Meteo takes it. */
export interface ForecastRequest extends Position {
  /** IANA name: days are those of its clock. */
  readonly timezone: string;
}

/**
 * Whoever knows the weather. `ask` resolves with Open-Meteo's JSON, not yet looked at, and rejects when nobody answers.
 */
export interface WeatherSource {
  /** Invented for the demo, and shown as such. */
  readonly isSample: boolean;
  ask(request: ForecastRequest): Promise<unknown>;
}

const timeoutMs = 4_000;
const longestAnswer = 256 * 1024;

/** An address that speaks Open-Meteo's format: its own, a customer's with a key, or one of the house. */
export function openMeteoSource(address: string, key: string | null): WeatherSource {
  return {
    isSample: false,
    async ask(request) {
      const url = new URL(address);
      for (const [name, value] of Object.entries(parametersOf(request))) url.searchParams.set(name, value);
      if (key !== null) url.searchParams.set('apikey', key);
      // A redirect could lead anywhere inside the house.
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
