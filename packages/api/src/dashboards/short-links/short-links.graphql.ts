import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import type { ShortLink } from './short-links.store.ts';
import { createShortLink, findShortLink, type ShortLinkDependencies } from './short-links.ts';

export function registerShortLinks(builder: Builder, dependencies: ShortLinkDependencies): void {
  const link = builder.objectRef<ShortLink>('ShortLink').implement({
    fields: (t) => ({
      code: t.exposeString('code'),
      path: t.exposeString('path', { description: 'A path of the product, without its query.' }),
      query: t.exposeString('query', { description: 'With its question mark; empty without one.' }),
      tokenParam: t.exposeString('tokenParameter', {
        nullable: true,
        description: 'Handed to the page besides its address.',
      }),
    }),
  });
  builder.queryField('shortLinkByCode', (t) =>
    t.field({
      isCredential: true,
      skipTypeScopes: true,
      type: link,
      description: 'Where a short link leads: for anybody who has its code.',
      args: { code: t.arg.string({ required: true }) },
      resolve: async (_root, { code }) => orThrow(await findShortLink(dependencies, code)),
    }),
  );
  const created = builder.objectRef<ShortLink>('CreatedShortLink').implement({
    fields: (t) => ({
      code: t.exposeString('code', { description: 'The page is at /t/ and this code.' }),
      expiresAt: t.expose('expiresAt', { type: 'Timestamp' }),
    }),
  });
  builder.mutationField('createShortLink', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: created,
      args: { path: t.arg.string({ required: true, description: 'A path of the product, with its query.' }) },
      resolve: async (_root, { path }, { scope }) => orThrow(await createShortLink(dependencies, scope, { path })),
    }),
  );
}
