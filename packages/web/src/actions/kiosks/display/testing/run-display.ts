import { afterEach, beforeEach, vi } from 'vitest';
import type { Kiosk } from '../kiosk.ts';
import { runKiosk } from '../run.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
export const hour = 3_600_000;

const figure = (value: number | null, more: object = {}) => ({
  ...{ label: 'Visitors', unit: 'visitors', decimals: 0, isDuration: false, value, usual: null, silentSince: null },
  ...more,
});
const pageOf = (siteName: string, value: number | null) => ({
  ...{ siteName, zoneName: null, timezone: 'Europe/Zurich', figures: [figure(value, { usual: 1200 })] },
  hours: Array.from({ length: 24 }, (_, at) => ({ at: start + at * hour, value: at < 9 ? at : null })),
});

/** A server that tests stop, upgrade and renew the link of. */
export const server = { isUp: true, isVoid: false, version: '1', pages: [pageOf('Hall', 1234), pageOf('Mall', null)] };
let stop: (() => void) | null = null;

/** Fakes time and resets the server around each test of a file. */
export function fakeTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: start });
    Object.assign(server, { isUp: true, isVoid: false, version: '1' });
  });
  afterEach(() => {
    stop?.();
    vi.useRealTimers();
  });
}

/** Runs a screen with fake timers, which the test lets pass. */
export function runDisplay(language = 'en') {
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
