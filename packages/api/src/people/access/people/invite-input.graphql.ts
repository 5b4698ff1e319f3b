import { accountTypes } from '@atrium/domain/people/access';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';

/** Builds the input of an invitation, for mailed and for shown links. */
export function buildInviteInput(builder: Builder) {
  return builder.inputType('InviteUserInput', {
    fields: (t) => ({
      email: t.string({ required: true }),
      role: t.field({
        type: getEnumType(builder, 'AccountType', accountTypes),
        description: 'user where nothing is said.',
      }),
      profileId: t.int({ description: 'Default: the profile of the role.' }),
      installationIds: t.intList({
        description: 'The sites they are limited to; null: all, or none beside those of `tagIds`.',
      }),
      tagIds: t.intList({
        description: 'Tags, such as regions, whose sites they see too, now and later. Takes the right to all sites.',
      }),
      lang: t.string({ description: 'Of the mail, and of the product until they choose.' }),
    }),
  });
}

export type InviteInput = ReturnType<typeof buildInviteInput>;
