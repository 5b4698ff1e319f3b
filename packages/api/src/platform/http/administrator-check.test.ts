import { expect, test } from 'vitest';
import type { Authenticate } from '../graphql/context.ts';
import { createAdministratorCheck } from './token-storage.ts';

const scopes: Readonly<Record<string, unknown>> = {
  admin: { role: 'admin', viewedBy: null },
  viewing: { role: 'admin', viewedBy: 7 },
  user: { role: 'user', viewedBy: null },
};
const authenticate = (async (token) => ({ scope: scopes[token] ?? null, tokenProblem: 'invalid' })) as Authenticate;
const check = createAdministratorCheck(authenticate, 'staging');

test.each<[boolean, string, Record<string, string>]>([
  [true, 'a bearer token', { authorization: 'Bearer admin' }],
  [true, 'the cookie of pages', { cookie: 'a=1; staging-atrium-token=admin' }],
  [true, 'the cookie that scripts cannot read', { cookie: '__Host-staging-atrium-token=admin' }],
  [true, 'the same, from the address bar', { cookie: 'staging-atrium-token=admin', 'sec-fetch-site': 'none' }],
  [false, 'nothing', {}],
  [false, 'an unknown token', { authorization: 'Bearer nobody' }],
  [false, 'a user', { cookie: 'staging-atrium-token=user' }],
  [false, 'an administrator who views as somebody else', { cookie: 'staging-atrium-token=viewing' }],
  [false, 'the cookie of another environment', { cookie: 'production-atrium-token=admin' }],
  [false, 'a page elsewhere', { cookie: 'staging-atrium-token=admin', 'sec-fetch-site': 'cross-site' }],
  [false, 'a page of a neighbour', { cookie: 'staging-atrium-token=admin', 'sec-fetch-site': 'same-site' }],
])('%s for %s', async (expected, _, headers) => {
  expect(await check({ headers })).toBe(expected);
});
