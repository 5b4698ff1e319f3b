import { ok } from '@atrium/domain/core';
import type { RestRoute } from './route.ts';
import { refTo } from './schema.ts';

/** The token that calls. */
export const tokenResources: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/token',
    id: 'getToken',
    tag: 'Token',
    summary: 'Returns what the calling token may do.',
    scope: null,
    answer: refTo('Token'),
    cost: () => 100,
    handle: async (_inputs, { token }) =>
      ok({ publicId: token.publicId, scopes: token.scopes, siteIds: token.scope.installationIds }),
  },
];
