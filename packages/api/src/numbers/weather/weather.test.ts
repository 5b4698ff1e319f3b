import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aClock } from '@atrium/testkit/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/tenancy/index.ts';
import { createSampleSource } from './sample-source.ts';
import { createWeather, parseForecast } from './weather.ts';
import { createOpenMeteoSource, type WeatherSource } from './weather-source.ts';

const noon = Date.parse('2026-03-30T12:00:00Z');
const clock = aClock(noon);
let asked: URL[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
  asked.push(new URL(request.url ?? '', 'http://localhost'));
  answer(request, response);
});
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/forecast`;
});
afterAll(() => void server.close());
beforeEach(() => {
  clock.time = noon;
  asked = [];
  answer = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const place = { latitude: Number(searchParams.get('latitude')), longitude: Number(searchParams.get('longitude')) };
    void createSampleSource(clock)
      .ask({ ...place, timezone: searchParams.get('timezone') ?? '' })
      .then((json) => response.end(JSON.stringify(json)));
  };
});

const site = (latitude: number | null, longitude: number | null) => ({
  fields: { latitude, longitude, timezone: 'Asia/Tokyo' },
});
const sites = new Map([
  [1, site(35.69, 139.7)],
  [2, site(null, null)],
]);
const scope = systemScope(1 as never);

function weatherOf(source: WeatherSource | null) {
  const failures: string[] = [];
  const { weatherAt } = createWeather({
    sites: { snapshot: async () => ({ sites }) as never },
    source,
    clock,
    logError: (_message, error) => failures.push(String(error)),
  });
  return { failures, at: async (installationId = 1) => weatherAt(scope, installationId) };
}

describe('the weather at a site (G14)', () => {
  it("is today and five days by the site's clock, asked for in Open-Meteo's words", async () => {
    const { at } = weatherOf(createOpenMeteoSource(address, 'the key'));
    const found = await at();
    expect(found).toMatchObject({ ok: true, value: { isSample: false, fetchedAt: clock.time } });
    const dates = found.ok ? found.value?.days.map(({ date }) => date) : [];
    expect(dates).toEqual(['2026-03-30', '2026-03-31', '2026-04-01', '2026-04-02', '2026-04-03', '2026-04-04']);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      latitude: '35.69',
      longitude: '139.7',
      timezone: 'Asia/Tokyo',
      forecast_days: '6',
      apikey: 'the key',
    });
  });

  it.each([301, 302, 307, 308])('is not followed where its address sends elsewhere (%d)', async (status) => {
    answer = (request, response) => {
      if (request.url?.startsWith('/elsewhere')) response.end('{}');
      else response.writeHead(status, { location: '/elsewhere' }).end();
    };
    const { at, failures } = weatherOf(createOpenMeteoSource(address, 'the key'));
    await at();
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/v1/forecast']);
    expect(failures).toHaveLength(1);
  });

  it('is asked for once in half an hour, however many look at once', async () => {
    const { at } = weatherOf(createOpenMeteoSource(address, null));
    await Promise.all([at(), at(), at()]);
    clock.time += 29 * 60_000;
    await at();
    expect(asked).toHaveLength(1);
    clock.time += 60_000;
    await at();
    expect(asked).toHaveLength(2);
    expect(asked[0]?.searchParams.has('apikey')).toBe(false);
  });

  it('is the last known for six hours without an answer, then none; failed requests are delayed', async () => {
    const { at, failures } = weatherOf(createOpenMeteoSource(address, null));
    await at();
    answer = (_request, response) => response.writeHead(503).end();
    clock.time += 40 * 60_000;
    expect(await at()).toMatchObject({ ok: true, value: { fetchedAt: clock.time - 40 * 60_000 } });
    await at();
    expect([asked.length, failures.length]).toEqual([2, 1]);
    clock.time += 6 * 3_600_000;
    expect(await at()).toEqual({ ok: true, value: null });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['another form', (response) => response.end('{"daily":{"time":["tomorrow"]}}')],
    ['no JSON', (response) => response.end('<html>')],
    ['a way elsewhere', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['far too much', (response) => response.end(`"${'x'.repeat(300_000)}"`)],
    ['nothing', (response) => response.destroy()],
  ])('is none when the answer is %s', async (_what, respond) => {
    answer = (_request, response) => respond(response);
    const { at, failures } = weatherOf(createOpenMeteoSource(address, null));
    expect(await at()).toEqual({ ok: true, value: null });
    expect(failures).toHaveLength(1);
  });

  it('is none without coordinates or a provider; not found for an invisible site', async () => {
    expect(await weatherOf(createOpenMeteoSource(address, null)).at(2)).toEqual({ ok: true, value: null });
    expect(await weatherOf(null).at()).toEqual({ ok: true, value: null });
    expect(await weatherOf(null).at(3)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    expect(asked).toEqual([]);
  });

  it('invents no chance of rain that is none', async () => {
    const source = createSampleSource(clock);
    const chances = new Set<number>();
    for (let day = 0; day < 400; day += 1) {
      const raw = await source.ask({ latitude: 46.5113, longitude: 6.6294, timezone: 'Europe/Zurich' });
      const { daily } = raw as { daily: { precipitation_probability_max: number[] } };
      for (const chance of daily.precipitation_probability_max) chances.add(chance);
      clock.time += 86_400_000;
    }
    expect(Math.min(...chances)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...chances)).toBeLessThanOrEqual(100);
  });

  it.each([
    [360, null],
    [-1, null],
    [0, 0],
    [100, 100],
  ])('reads a chance of %s as %s', (told, expected) => {
    const daily = {
      time: ['2026-03-30'],
      weather_code: [3],
      temperature_2m_max: [9],
      temperature_2m_min: [2],
      precipitation_probability_max: [told],
    };
    expect(parseForecast({ daily })?.days).toMatchObject([{ rainChance: expected }]);
  });

  it('is marked where it is invented, and the same each time', async () => {
    const { at } = weatherOf(createSampleSource(clock));
    expect(await at()).toMatchObject({ ok: true, value: { isSample: true } });
    expect(await at()).toEqual(await weatherOf(createSampleSource(clock)).at());
  });
});
