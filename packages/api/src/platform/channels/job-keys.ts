import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../relational/index.ts';
import { organizations } from '../tenancy/organizations.schema.ts';

/** Keys with which organizations verify the signatures of their jobs. */
export interface JobKeys {
  of(organizationId: number): Promise<string>;
  /** Creates a new key in the transaction. Signatures made with the old key are no longer valid. */
  renew(transaction: Database, organizationId: number): Promise<string>;
}

/** Derives each key from the product's secret and the number of renewals, so that no key is stored. */
export function createJobKeys(db: Database, secret: string): JobKeys {
  const { id, jobKeyGeneration } = organizations;
  const keyFor = (organizationId: number, [row]: readonly { readonly generation: number }[]) => {
    if (row === undefined) throw new Error('a job key is asked for an organization that is gone');
    return deriveJobKey(secret, organizationId, row.generation);
  };
  return {
    of: async (organizationId) =>
      keyFor(
        organizationId,
        await db.select({ generation: jobKeyGeneration }).from(organizations).where(eq(id, organizationId)),
      ),
    renew: async (transaction, organizationId) =>
      keyFor(
        organizationId,
        await transaction
          .update(organizations)
          .set({ jobKeyGeneration: sql`${jobKeyGeneration} + 1` })
          .where(eq(id, organizationId))
          .returning({ generation: jobKeyGeneration }),
      ),
  };
}

/** Derives the key of one generation. The first generation uses only the organization's id. */
export function deriveJobKey(secret: string, organizationId: number, generation: number): string {
  const renewal = generation === 0 ? '' : `, renewal ${generation}`;
  return createHmac('sha256', secret).update(`job key of organization ${organizationId}${renewal}`).digest('hex');
}
