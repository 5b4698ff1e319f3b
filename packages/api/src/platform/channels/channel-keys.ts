import { createECDH, createHmac, hkdfSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../relational/relational-store.ts';
import { organizations } from '../tenancy/organizations.schema.ts';

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

/** Keys with which organizations verify the signatures of their jobs. */
export interface JobKeys {
  of(organizationId: number): Promise<string>;
  /** Returns the key after that many renewals. Signatures made with an earlier key are no longer valid. */
  derive(organizationId: number, generation: number): string;
}

/** Derives each key from the product's secret and the number of renewals, so that no key is stored. */
export function createJobKeys(db: Database, secret: string): JobKeys {
  const derive = (organizationId: number, generation: number) => deriveJobKey(secret, organizationId, generation);
  return {
    async of(organizationId) {
      const [row] = await db
        .select({ generation: organizations.jobKeyGeneration })
        .from(organizations)
        .where(eq(organizations.id, organizationId));
      if (row === undefined) throw new Error('a job key is asked for an organization that is gone');
      return derive(organizationId, row.generation);
    },
    derive,
  };
}

/** Derives the key of one generation. The first generation uses only the organization's id. */
export function deriveJobKey(secret: string, organizationId: number, generation: number): string {
  const renewal = generation === 0 ? '' : `, renewal ${generation}`;
  return createHmac('sha256', secret).update(`job key of organization ${organizationId}${renewal}`).digest('hex');
}
