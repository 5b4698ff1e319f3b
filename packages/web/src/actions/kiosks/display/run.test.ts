import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Kiosk } from './kiosk.ts';
import { runKiosk } from './run.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const hour = 3_600_000;

const figure = (value: number | null, more: object = {}) => ({
  ...{ label: 'Visitors', unit: 'visitors', decimals: 0, isDuration: false, value, usual: null, silentSince: null },
  ...more,
});
const pageOf = (siteName: string, value: number | null) => ({
  ...{ siteName, zoneName: null, timezone: 'Europe/Zurich', figures: [figure(value, { usual: 1200 })] },
  hours: Array.from({ length: 24 }, (_, at) => ({ at: start + at * hour, value: at < 9 ? at : null })),
});

/** A server that tests stop, upgrade and renew the link of. */
const server = { isUp: true, isVoid: false, version: '1', pages: [pageOf('Hall', 1234), pageOf('Mall', null)] };
let stop: (() => void) | null = null;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  Object.assign(server, { isUp: true, isVoid: false, version: '1' });
});
afterEach(() => {
  stop?.();
  vi.useRealTimers();
});

function run(language = 'en') {
  const body = document.createElement('body');
  const reload = vi.fn();
  let reads = 0;
  const answer = async () => {
    reads += 1;
    if (!server.isUp) throw new TypeError('no connection');
    const kiosk: Kiosk = { name: 'Lobby', language, seconds: 20, at: Date.now(), ...server };
    const void_ = { data: null, errors: [{ extensions: { code: 'NOT_FOUND' } }] };
    return { json: async () => (server.isVoid ? void_ : { data: { kioskByToken: kiosk } }) };
  };
  const surroundings = { now: () => Date.now(), fetch: answer as never, reload, random: () => 0.5 };
  stop = runKiosk('1.1.token', body, surroundings);
  const text = (name: string) => body.querySelector(`.${name}`)?.textContent ?? '';
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { body, reload, text, pass, reads: () => reads };
}

test('shows a page with its numbers, what is usual, unknown as unknown, and the clock of the site', async () => {
  const { text, pass, body } = run();
  await pass(1000);
  expect([text('title'), text('value'), text('beside'), text('clock'), text('turn')]).toEqual([
    'Hall',
    '1,234',
    'usual 1,200',
    '01:00',
    '1 / 2',
  ]);
  expect([body.dataset.state, text('notice')]).toEqual(['live', '']);
  await pass(20_000);
  expect([text('title'), text('value'), text('beside')]).toEqual(['Mall', '–', 'no data']);
  await pass(20_000);
  expect(text('title')).toBe('Hall');
});

test('says that its numbers are old, and of when, until the server answers again', async () => {
  const { text, pass, body } = run();
  await pass(1000);
  server.isUp = false;
  await pass(80_000);
  expect(body.dataset.state).toBe('live');
  await pass(40_000);
  expect([body.dataset.state, text('notice')]).toEqual(['stale', 'No connection. Numbers of 01:00.']);
  server.isUp = true;
  await pass(15_000);
  expect([body.dataset.state, text('notice')]).toEqual(['live', '']);
});

test('says that its link is void, shows no number then, and recovers', async () => {
  const { text, pass, body } = run();
  await pass(1000);
  server.isVoid = true;
  await pass(60_000);
  expect([body.dataset.state, text('notice'), text('value')]).toEqual(['void', 'This link is no longer valid.', '']);
  server.isVoid = false;
  await pass(60_000);
  expect(text('value')).not.toBe('');
});

test('says so if it starts without a server', async () => {
  server.isUp = false;
  const { text, pass } = run();
  await pass(1000);
  expect(text('notice')).toBe('Starting');
  await pass(120_000);
  expect(text('notice')).toBe('The server can’t be reached. Trying again.');
});

test('reads from right to left in Arabic', async () => {
  const { text, pass } = run('ar');
  await pass(1000);
  expect([document.documentElement.dir, document.documentElement.lang]).toEqual(['rtl', 'ar']);
  expect(text('beside')).toContain('المعتاد');
});

test('runs for 48 hours through an outage and an upgrade, with the same elements and timers', async () => {
  const { body, reload, text, pass, reads } = run();
  await pass(1000);
  const [elements, timers] = [body.querySelectorAll('*').length, vi.getTimerCount()];
  const titles = new Set<string>();
  let staleMinutes = 0;
  for (let minute = 0; minute < 48 * 60; minute++) {
    const at = minute / 60;
    // Two hours without a server at night, and another version from the second noon on.
    server.isUp = !(at >= 26 && at < 28);
    server.version = at >= 36 ? '2' : '1';
    await pass(60_000 + 7000);
    titles.add(text('title'));
    if (body.dataset.state === 'stale') staleMinutes += 1;
    // The page may show what it read long ago, but never as present.
    if (!server.isUp && at > 26.1) expect(body.dataset.state).toBe('stale');
    expect(body.querySelectorAll('*').length).toBe(elements);
  }
  expect(titles).toEqual(new Set(['Hall', 'Mall']));
  expect(staleMinutes).toBeGreaterThanOrEqual(118);
  expect(staleMinutes).toBeLessThanOrEqual(121);
  expect(body.dataset.state).toBe('live');
  expect(vi.getTimerCount()).toBeLessThanOrEqual(timers + 1);
  // A real page begins anew with the first of these.
  expect(reload).toHaveBeenCalledTimes(1);
  // Two reads a minute, and up to six while there is no answer.
  expect(reads()).toBeLessThan(2 * 60 * 54 + 6 * 60 * 2.3);
}, 60_000);

test('loads its page again after an upgrade and once a day, but never while the server is away', async () => {
  const { reload, pass } = run();
  await pass(hour);
  expect(reload).not.toHaveBeenCalled();
  server.isUp = false;
  server.version = '2';
  await pass(24 * hour);
  expect(reload).not.toHaveBeenCalled();
  server.isUp = true;
  await pass(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
