import type { TokenScope } from '@atrium/domain/people/access';

/** Purposes of keys that only send: gateways, tills, and devices in their makers' formats. */
export const keyPurposes = ['readings', 'receipts', 'devices'] as const;

export type KeyPurpose = (typeof keyPurposes)[number];

/** Scopes of a key for sending, its purpose first. A key for readings or devices may send either, in either format. */
export const scopesOfPurpose: Readonly<Record<KeyPurpose, readonly TokenScope[]>> = {
  readings: ['readings:write', 'devices:write'],
  receipts: ['receipts:write'],
  devices: ['devices:write', 'readings:write'],
};

/** Returns the purpose of a key: that of its first scope for sending. Null: it only reads. */
export function findPurpose(scopes: readonly TokenScope[]): KeyPurpose | null {
  for (const scope of scopes) {
    const purpose = keyPurposes.find((one) => scope === `${one}:write`);
    if (purpose !== undefined) return purpose;
  }
  return null;
}
