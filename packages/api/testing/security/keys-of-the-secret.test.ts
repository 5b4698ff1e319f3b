import { createHmac, hkdfSync } from 'node:crypto';
import type { UserId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { kioskPurpose } from '../../src/actions/kiosks/kiosk.ts';
import { screenPurpose } from '../../src/actions/stop-and-go/screen.ts';
import { createCodeHasher } from '../../src/people/access/codes/issue-code.ts';
import { createFlowCookies, type SignInFlow } from '../../src/people/access/providers/provider.routes.ts';
import { createAccessTokens } from '../../src/people/access/sessions/access-tokens.ts';
import { createFingerprint } from '../../src/people/access/sessions/sign-in.ts';
import { deriveJobKey, deriveVapidKeys } from '../../src/platform/channels/channel-keys.ts';
import { createFileUrls } from '../../src/platform/files/index.ts';
import { buildLinkToken, parseLinkToken } from '../../src/platform/link-token.ts';

vi.mock(import('node:crypto'), async (original) => {
  const real = await original();
  return { ...real, createHmac: vi.fn(real.createHmac), hkdfSync: vi.fn(real.hkdfSync) };
});

const clock = aClock(Date.parse('2026-03-02T09:00:00Z'));
const [secret, another] = [
  'the secret of this installation, long enough',
  'the secret of another one, as long as that',
];
const journey: SignInFlow = { provider: 'oidc', origin: null, state: 's', nonce: 'n', codeVerifier: 'v' };
const userId = 7 as UserId;
const tokenOf = (from: string) => createAccessTokens(from, clock).issue('a session', clock.now() + 3_600_000);

/** Everything derived from the installation's secret, by purpose. */
const purposes: Readonly<Record<string, (from: string) => string | Promise<string>>> = {
  'an access token': tokenOf,
  'what is kept of a code': (from) => createCodeHasher(from)(userId, 'sign-in', '123456'),
  'what is kept of an unknown account': (from) => createFingerprint(from)('anna@example.com'),
  'the key for push services': (from) => deriveVapidKeys(from).privateKey,
  'the key of an organization’s jobs': (from) => deriveJobKey(from, 1, 1),
  'the address of a file': (from) => createFileUrls({ secret: from, clock }).addressOf('pictures/1/a.webp'),
  'the link of a screen': (from) => buildLinkToken(from, screenPurpose, { id: 1, generation: 1 }),
  'the link of a kiosk': (from) => buildLinkToken(from, kioskPurpose, { id: 1, generation: 1 }),
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
    await createFlowCookies(secret, clock).seal(journey);
    expect(madeWith(secret).toSorted()).toEqual([
      'key: atrium access token v1',
      'key: atrium fingerprint v1',
      'key: atrium one-time code v1',
      'key: atrium provider journey v1',
      'key: atrium vapid key v1 1',
      // Signatures of a job, a file, a screen and a kiosk, whose texts say their kind.
      ...['signature', 'signature', 'signature', 'signature'],
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
    expect(await createFlowCookies(secret, clock).seal(journey)).not.toContain(secret);
  });
});

describe('with another secret', () => {
  it('sessions end: old tokens are invalid', async () => {
    const token = await tokenOf(secret);
    expect(await createAccessTokens(secret, clock).read(token)).toMatchObject({ state: 'current' });
    expect(await createAccessTokens(another, clock).read(token)).toEqual({ state: 'invalid' });
  });

  it('file URLs and screen links are invalid', () => {
    const addresses = createFileUrls({ secret, clock });
    const [shown, saved] = [
      addresses.addressOf('pictures/1/a.webp'),
      addresses.buildDownloadUrl({ key: 'exports/1/a.csv', name: 'a.csv' }, clock.now() + 1),
    ];
    const others = createFileUrls({ secret: another, clock });
    expect([addresses.keyOf(shown), addresses.downloadOf(saved)]).toEqual([
      'pictures/1/a.webp',
      { key: 'exports/1/a.csv', name: 'a.csv' },
    ]);
    expect([others.keyOf(shown), others.downloadOf(saved)]).toEqual([null, null]);
    const link = buildLinkToken(secret, screenPurpose, { id: 1, generation: 1 });
    expect(parseLinkToken(secret, screenPurpose, link)).toEqual({ id: 1, generation: 1 });
    expect(parseLinkToken(another, screenPurpose, link)).toBeNull();
  });

  it('a pending sign-in at a provider cannot be completed', async () => {
    const sealed = await createFlowCookies(secret, clock).seal(journey);
    expect(await createFlowCookies(secret, clock).open(sealed, 'oidc')).toMatchObject(journey);
    expect(await createFlowCookies(another, clock).open(sealed, 'oidc')).toBeNull();
  });
});

it('an artifact of one purpose is invalid for all others', async () => {
  const token = await tokenOf(secret);
  expect(await createFlowCookies(secret, clock).open(token, 'oidc')).toBeNull();
  expect(await createAccessTokens(secret, clock).read(await createFlowCookies(secret, clock).seal(journey))).toEqual({
    state: 'invalid',
  });
  expect(parseLinkToken(secret, screenPurpose, `1.1.${createFileSignature()}`)).toBeNull();
  const link = buildLinkToken(secret, screenPurpose, { id: 1, generation: 1 });
  expect(parseLinkToken(secret, kioskPurpose, link)).toBeNull();
});

/** Returns as much of a file's signature as a screen's link contains. */
function createFileSignature(): string {
  const address = createFileUrls({ secret, clock }).addressOf('1');
  return (/\.([\w-]{43})\//.exec(address)?.[1] ?? '').slice(0, 22);
}
