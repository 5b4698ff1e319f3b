import { createECDH, hkdfSync } from 'node:crypto';

export interface VapidKeys {
  /** What browsers subscribe with; base64url. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The installation's own key pair for push services, derived from its secret: every process of the installation has the
 * same one and there is no file to lose. With another secret browsers have to subscribe again.
 */
export function vapidKeys(secret: string): VapidKeys {
  const curve = createECDH('prime256v1');
  for (let attempt = 1; ; attempt += 1) {
    const candidate = Buffer.from(hkdfSync('sha256', secret, '', `atrium vapid key v1 ${attempt}`, 32));
    try {
      curve.setPrivateKey(candidate);
    } catch {
      // Outside the curve's order, which happens once in 2³² times: the next one will do.
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: candidate.toString('base64url') };
  }
}

/** What browsers subscribe to this installation's notifications with; base64url. */
export const pushKey = (secret: string): string => vapidKeys(secret).publicKey;
