import { afterEach, describe, expect, it, vi } from 'vitest';
import { session } from './session.ts';

const minute = 60_000;
const tokenOf = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`;

describe('duration of viewing as another user (A09)', () => {
  afterEach(() => {
    session.end('left');
    vi.useRealTimers();
  });

  it.each([
    ['right', 0],
    ['three hours fast', 180 * minute],
    ['three hours slow', -180 * minute],
  ])('is the same by a clock that is %s', async (_clock, ahead) => {
    const server = Date.UTC(2026, 10, 21, 12);
    vi.useFakeTimers({ now: server + ahead, toFake: ['Date'] });
    expect(session.viewAs(tokenOf({ iat: server / 1000, exp: (server + 60 * minute) / 1000 }))).toBe(true);
    const left = () => (session.viewAsEnds() ?? 0) - Date.now();
    expect(left()).toBe(60 * minute);
    expect(await session.open()).toBe(true);
    vi.setSystemTime(server + ahead + 59 * minute);
    expect(left()).toBe(minute);
    expect(await session.open()).toBe(true);
    vi.setSystemTime(server + ahead + 60 * minute);
    expect(await session.open()).toBe(false);
    expect(session.takeGateFault()).toBe('view-as over');
    expect(session.viewAsEnds()).toBeNull();
  });

  it('is the token’s own expiry if the clock offset is unknown', () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    expect(session.viewAs(tokenOf({ exp: 3600 }))).toBe(true);
    expect(session.viewAsEnds()).toBe(60 * minute);
  });
});
