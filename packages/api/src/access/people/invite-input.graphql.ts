import { accountTypes } from '@atrium/domain/access';
import type { Builder } from '../../platform/graphql/builder.ts';
import { enumOf } from '../../platform/graphql/structures.ts';

/** Builds the input of an invitation, for mailed and for shown links. */
export function inviteInput(builder: Builder) {
  return builder.inputType('InviteUserInput', {
    fields: (t) => ({
      email: t.string({ required: true }),
      role: t.field({ type: enumOf(builder, 'AccountType', accountTypes), description: 'user where nothing is said.' }),
      profileId: t.int({ description: 'Default: the profile of the role.' }),
      installationIds: t.intList({ description: 'The sites they are limited to; null: all.' }),
      lang: t.string({ description: 'Of the mail, and of the product until they choose.' }),
    }),
  });
}

export type InviteInput = ReturnType<typeof inviteInput>;
