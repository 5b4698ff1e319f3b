import type { Instant, UserId } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/index.ts';
import { invitations } from '../access.schema.ts';
import type { Scope } from '../scope.ts';

export interface InvitationToKeep {
  readonly userId: UserId;
  readonly tokenHash: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export function invitationsStore(db: Database) {
  return {
    async insert(scope: Scope, { userId, tokenHash, createdAt, expiresAt }: InvitationToKeep): Promise<void> {
      await db.insert(invitations).values({
        organizationId: scope.organizationId,
        userId,
        tokenHash,
        createdAt: new Date(createdAt),
        expiresAt: new Date(expiresAt),
      });
    },
  };
}
