import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from './session.ts';

const tokenOf = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`;
const endings: string[] = [];
session.onEnd((end) => endings.push(end));
const answered = () => new Response(JSON.stringify({ data: { logout: true } }));

beforeEach(() => {
  session.enter(tokenOf({ exp: Date.now() / 1000 + 3600 }));
  endings.length = 0;
});
afterEach(() => void vi.unstubAllGlobals());

it('logging out ends as a logout, even if a stream closes before the response (A08)', async () => {
  vi.stubGlobal('fetch', async () => {
    session.end('expired');
    // The page stays open until the response arrives, because the response removes the token from the cookie.
    expect(endings).toEqual([]);
    return answered();
  });
  await session.leave();
  expect(endings).toEqual(['left']);
});

it('logging out ends as a logout, although later requests are refused', async () => {
  vi.stubGlobal('fetch', async () => answered());
  await session.leave();
  session.end('expired');
  expect(endings).toEqual(['left']);
});

it('another tab whose stream closes first treats it as a logout too', async () => {
  const tab = new BroadcastChannel('atrium.session');
  const heard: unknown[] = [];
  tab.addEventListener('message', ({ data }) => heard.push(data));
  vi.stubGlobal('fetch', async () => answered());
  await session.leave();
  await vi.waitFor(() => expect(heard).toEqual(['leaving', 'left', 'staying']));
  session.enter(tokenOf({ exp: Date.now() / 1000 + 3600 }));
  endings.length = 0;
  // Channels receive messages in the order they were opened: once this one has, so has the session's.
  const echo = new BroadcastChannel('atrium.session');
  const hasHeard = (word: string) =>
    new Promise<void>((resolve) => echo.addEventListener('message', ({ data }) => data === word && resolve()));
  const leaving = hasHeard('leaving');
  tab.postMessage('leaving');
  await leaving;
  session.end('expired');
  expect(endings).toEqual(['left']);
  const staying = hasHeard('staying');
  tab.postMessage('staying');
  await staying;
  tab.close();
  echo.close();
});
