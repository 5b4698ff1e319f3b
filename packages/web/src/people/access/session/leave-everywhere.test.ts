import { afterEach, expect, it } from 'vitest';
import { session } from './session.ts';

const tokenOf = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`;
const endings: string[] = [];
const stop = session.onEnd((end) => endings.push(end));

afterEach(() => {
  session.end('left');
  endings.length = 0;
});

function signedIn(): void {
  session.enter(tokenOf({ exp: Date.now() / 1000 + 3600 }));
}

it('logging out everywhere ends as a logout, even if the stream closes first (A08)', async () => {
  signedIn();
  // The server closes the stream before the response arrives.
  await session.leaveEverywhere(async () => session.end('expired'));
  expect(endings).toEqual(['left']);
  signedIn();
  await session.leaveEverywhere(async () => {});
  expect(endings).toEqual(['left', 'left']);
});

it('a session that could not be ended goes on, and may expire', async () => {
  signedIn();
  await expect(session.leaveEverywhere(() => Promise.reject(new Error('unreachable')))).rejects.toThrow();
  expect(endings).toEqual([]);
  session.end('expired');
  expect(endings).toEqual(['expired']);
  stop();
});
