import { expect, test, vi } from 'vitest';
import { fakeTimers, hour, runDisplay, server } from './testing/run-display.ts';

fakeTimers();

test('runs for 48 hours through an outage and an upgrade, with the same elements and timers', async () => {
  const { body, reload, text, pass, reads } = runDisplay();
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
  const { reload, pass } = runDisplay();
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
