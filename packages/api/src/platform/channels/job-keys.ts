import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../relational/index.ts';
import { organizations } from '../tenancy/organizations.schema.ts';

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
