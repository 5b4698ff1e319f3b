import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { Unsubscribing } from './unsubscribe.ts';

/** Public: the token of the mail is the credential. */
export function registerUnsubscribing(builder: Builder, { unsubscribe }: Pick<Unsubscribing, 'unsubscribe'>): void {
  builder.mutationField('confirmUnsubscribe', (t) =>
    t.boolean({
      isCredential: true,
      description: 'Sends no more mails of the report to the address the token was made for.',
      skipTypeScopes: true,
      args: { token: t.arg.string({ required: true }) },
      resolve: async (_root, { token }, { address }) => {
        orThrow(await unsubscribe(token, address));
        return true;
      },
    }),
  );
}
