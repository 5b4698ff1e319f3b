import { type Clock, err, type Failure, failure, id, type OrganizationId, ok, type Result } from '@atrium/domain/core';
import { normalizeEmail } from '@atrium/domain/people/access';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { organizations } from '../../../platform/tenancy/organizations.schema.ts';
import { recordAudit } from '../../audit/index.ts';
import { users } from '../access.schema.ts';
import { selectAccountId } from './accounts.store.ts';

interface OperatorChange {
  readonly email: string;
  readonly isOperator: boolean;
}

/**
 * Makes the account that signs in with an address an operator of the installation, or ends that. Returns false if it
 * was so before. NOT_FOUND if there is none; BAD_INPUT if several have the address and none has verified it. Only for
 * the command line: no organization names operators.
 */
export async function setOperator(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { email, isOperator }: OperatorChange,
): Promise<Result<boolean, Failure>> {
  const address = normalizeEmail(email);
  if (address === null) return err(failure('BAD_INPUT', `"${email}" is no email address`));
  return db.transaction(async (transaction) => {
    const canSignIn = and(eq(users.email, address), isNotNull(users.passwordHash));
    const all = await transaction.select().from(users).where(canSignIn).for('update');
    const [holder] = await selectAccountId(transaction, address);
    const found = all.find((account) => account.id === holder?.id);
    if (found === undefined) return err(failure('NOT_FOUND', `nobody signs in with ${address}`));
    // Any organization may invite an address that it does not own.
    if (!found.isEmailVerified && all.length > 1)
      return err(
        failure('BAD_INPUT', `${all.length} accounts have the address ${address}: one of them must verify it`),
      );
    if (found.isOperator === isOperator) return ok(false);
    await transaction.update(users).set({ isOperator }).where(eq(users.id, found.id));
    await recordAudit(systemScope(id<OrganizationId>(found.organizationId)), transaction, {
      at: clock.now(),
      action: isOperator ? 'account.operatorGranted' : 'account.operatorRevoked',
      details: { name: `${found.firstName} ${found.lastName}`.trim() || address },
      subjectId: found.id,
    });
    return ok(true);
  });
}

export interface Operator {
  readonly email: string;
  /** Name of their organization. */
  readonly organization: string;
}

/** Lists the operators by address. */
export function listOperators(db: Database): Promise<readonly Operator[]> {
  return db
    .select({ email: users.email, organization: organizations.name })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(eq(users.isOperator, true))
    .orderBy(asc(users.email));
}
