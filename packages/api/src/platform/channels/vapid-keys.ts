import { createECDH, hkdfSync } from 'node:crypto';

export interface VapidKeys {
  /** Key that browsers subscribe with; base64url. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * Derives the installation's key pair for push services from its secret. All processes get the same pair, and no file
 * can be lost. After a change of the secret, browsers have to subscribe again.
 */
export function deriveVapidKeys(secret: string): VapidKeys {
  const curve = createECDH('prime256v1');
  for (let attempt = 1; ; attempt += 1) {
    const candidate = Buffer.from(hkdfSync('sha256', secret, '', `atrium vapid key v1 ${attempt}`, 32));
    try {
      curve.setPrivateKey(candidate);
    } catch {
      // Outside the curve's order, with a chance of 1 in 2³². The next attempt works.
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: candidate.toString('base64url') };
  }
}

/** Returns the key that browsers subscribe to this installation's notifications with; base64url. */
export const derivePushPublicKey = (secret: string): string => deriveVapidKeys(secret).publicKey;
