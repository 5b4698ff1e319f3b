import { createHmac, hkdfSync } from 'node:crypto';
import type { UserId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { codeHasher } from '../access/one-time-codes/code-hash.ts';
import { type Journey, journeys } from '../access/providers/flow-cookie.ts';
import { accessTokens } from '../access/sessions/access-tokens.ts';
import { fingerprints } from '../access/sessions/sign-in.ts';
import { jobKey } from '../platform/channels/index.ts';
import { vapidKeys } from '../platform/channels/vapid-keys.ts';
import { createFileAddresses } from '../platform/files/index.ts';
import { readScreenToken, screenToken } from '../stop-and-go/screen-link.ts';

vi.mock(import('node:crypto'), async (original) => {
  const real = await original();
  return { ...real, createHmac: vi.fn(real.createHmac), hkdfSync: vi.fn(real.hkdfSync) };
});

const clock = aClock(Date.parse('2026-03-02T09:00:00Z'));
const [secret, another] = [
  'the secret of this installation, long enough',
  'the secret of another one, as long as that',
];
const journey: Journey = { provider: 'oidc', origin: null, state: 's', nonce: 'n', codeVerifier: 'v' };
const userId = 7 as UserId;
const tokenOf = (from: string) => accessTokens(from, clock).issue('a session', clock.now() + 3_600_000);

/** Everything derived from the installation's secret, by purpose. */
const purposes: Readonly<Record<string, (from: string) => string | Promise<string>>> = {
  'an access token': tokenOf,
  'what is kept of a code': (from) => codeHasher(from)(userId, 'sign-in', '123456'),
  'what is kept of an unknown account': (from) => fingerprints(from)('anna@example.com'),
  'the key for push services': (from) => vapidKeys(from).privateKey,
  'the key of an organization’s jobs': (from) => jobKey(from, 1, 1),
  'the address of a file': (from) => createFileAddresses({ secret: from, clock }).addressOf('pictures/1/a.webp'),
  'the link of a screen': (from) => screenToken(from, { id: 1, generation: 1 }),
};

beforeEach(() => void vi.clearAllMocks());

/** Returns the purposes of derived keys, and the texts signed with the secret itself. */
function madeWith(from: string): readonly string[] {
  const derived = vi
    .mocked(hkdfSync)
    .mock.calls.filter(([, key]) => key === from)
    .map(([, , , info]) => `key: ${info}`);
  const signed = vi.mocked(createHmac).mock.calls.filter(([, key]) => key === from).length;
  return [...derived, ...Array.from({ length: signed }, () => 'signature')];
}

describe("what is derived from the installation's secret", () => {
  it('has a separate key for each purpose, or includes its purpose in the signed text', async () => {
    for (const make of Object.values(purposes)) await make(secret);
    await journeys(secret, clock).seal(journey);
    expect(madeWith(secret).toSorted()).toEqual([
      'key: atrium access token v1',
      'key: atrium fingerprint v1',
      'key: atrium one-time code v1',
      'key: atrium provider journey v1',
      'key: atrium vapid key v1 1',
      // Signatures of a job, a file and a screen, whose texts start with their kind.
      ...['signature', 'signature', 'signature'],
    ]);
  });

  it('is the same for the same secret, and different for another one', async () => {
    for (const [what, make] of Object.entries(purposes)) {
      expect([what, await make(secret)]).toEqual([what, await make(secret)]);
      expect([what, await make(another)]).not.toEqual([what, await make(secret)]);
    }
  });

  it('reveals nothing about the secret', async () => {
    for (const make of Object.values(purposes)) expect(await make(secret)).not.toContain(secret);
    expect(await journeys(secret, clock).seal(journey)).not.toContain(secret);
  });
});

describe('with another secret', () => {
  it('sessions end: old tokens are invalid', async () => {
    const token = await tokenOf(secret);
    expect(await accessTokens(secret, clock).read(token)).toMatchObject({ state: 'current' });
    expect(await accessTokens(another, clock).read(token)).toEqual({ state: 'invalid' });
  });

  it('file URLs and screen links are invalid', () => {
    const addresses = createFileAddresses({ secret, clock });
    const [shown, saved] = [
      addresses.addressOf('pictures/1/a.webp'),
      addresses.downloadAddressOf({ key: 'exports/1/a.csv', name: 'a.csv' }, clock.now() + 1),
    ];
    const others = createFileAddresses({ secret: another, clock });
    expect([addresses.keyOf(shown), addresses.downloadOf(saved)]).toEqual([
      'pictures/1/a.webp',
      { key: 'exports/1/a.csv', name: 'a.csv' },
    ]);
    expect([others.keyOf(shown), others.downloadOf(saved)]).toEqual([null, null]);
    const link = screenToken(secret, { id: 1, generation: 1 });
    expect(readScreenToken(secret, link)).toEqual({ id: 1, generation: 1 });
    expect(readScreenToken(another, link)).toBeNull();
  });

  it('a pending sign-in at a provider cannot be completed', async () => {
    const sealed = await journeys(secret, clock).seal(journey);
    expect(await journeys(secret, clock).open(sealed, 'oidc')).toMatchObject(journey);
    expect(await journeys(another, clock).open(sealed, 'oidc')).toBeNull();
  });
});

it('an artifact of one purpose is invalid for all others', async () => {
  const token = await tokenOf(secret);
  expect(await journeys(secret, clock).open(token, 'oidc')).toBeNull();
  expect(await accessTokens(secret, clock).read(await journeys(secret, clock).seal(journey))).toEqual({
    state: 'invalid',
  });
  expect(readScreenToken(secret, `1.1.${createFileSignature()}`)).toBeNull();
});

/** Returns as much of a file's signature as a screen's link contains. */
function createFileSignature(): string {
  const address = createFileAddresses({ secret, clock }).addressOf('1');
  return (/\.([\w-]{43})\//.exec(address)?.[1] ?? '').slice(0, 22);
}
