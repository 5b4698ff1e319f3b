import { expect, test } from 'vitest';
import { blockedPorts, isBlockedPort } from './blocked-ports.ts';

test('fetch refuses each of these ports before it connects', async () => {
  for (const port of blockedPorts) {
    const refusal = await fetch(`http://127.0.0.1:${port}`).catch((error) => error);
    expect(refusal.cause?.message, `port ${port}`).toBe('bad port');
  }
});

test.each([80, 443, 1883, 3000, 4000, 8080, 8443])('port %i is open to browsers', (port) => {
  expect(isBlockedPort(port)).toBe(false);
});
