import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { err, ok } from '@atrium/domain/core';
import { of, throwError } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../i18n/index.ts';
import { session } from '../../people/access/index.ts';
import { dismissToast, getToasts } from '../../ui/overlays/toast-list.ts';
import { addToken, renewExpired, reportExpiry, reportViewerFailure, stripTypenames } from './client.ts';

const query = gql`
  query Viewer {
    me
  }
`;

/** A server that knows one token. Reports errors as a GraphQL error code or as an HTTP status. */
function server(known: string, code: string, style: 'body' | 'status') {
  const seen: string[] = [];
  const link = new ApolloLink((operation) => {
    const { headers } = operation.getContext() as { headers: { authorization?: string } };
    seen.push(headers.authorization ?? 'none');
    if (headers.authorization === `Bearer ${known}`) return of({ data: { me: 'Leïla' } });
    const errors = [{ message: 'no', extensions: { code } }];
    if (style === 'body') return of({ data: null, errors });
    return throwError(
      () =>
        new ServerError('no', { response: new Response(null, { status: 401 }), bodyText: JSON.stringify({ errors }) }),
    );
  });
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([reportViewerFailure, renewExpired, reportExpiry, addToken, link]),
  });
  return { seen, ask: () => client.query({ query, fetchPolicy: 'no-cache' }) };
}

/** Type and English text of the visible toasts. */
const told = () => getToasts().map(({ type, text }) => [type, text]);

describe.each(['body', 'status'] as const)('an expired token, reported by the %s', (style) => {
  let token: string | null;
  beforeEach(async () => {
    token = 'old';
    for (const { id } of getToasts()) dismissToast(id);
    vi.restoreAllMocks();
    await setLanguage('en');
    vi.spyOn(session, 'token').mockImplementation(() => token);
    vi.spyOn(session, 'end').mockImplementation(() => undefined);
    vi.spyOn(session, 'renew').mockImplementation(async () => {
      token = 'new';
      return ok('new');
    });
  });

  it('is renewed once and the request repeated with the new one', async () => {
    const { ask, seen } = server('new', 'TOKEN_EXPIRED', style);
    expect((await ask()).data).toEqual({ me: 'Leïla' });
    expect(seen).toEqual(['Bearer old', 'Bearer new']);
    expect(session.renew).toHaveBeenCalledExactlyOnceWith('old');
    expect(told()).toEqual([]);
  });

  it('is not renewed a second time for the same request', async () => {
    const { ask, seen } = server('never', 'TOKEN_EXPIRED', style);
    await expect(ask()).rejects.toThrow();
    expect(seen).toEqual(['Bearer old', 'Bearer new']);
    expect(session.renew).toHaveBeenCalledOnce();
    expect(told()).toEqual([['error', 'Your token has expired, please get a new one']]);
  });

  it('fails the request when it cannot be renewed', async () => {
    vi.mocked(session.renew).mockImplementation(async () => err('refresh timed out'));
    const { ask, seen } = server('new', 'TOKEN_EXPIRED', style);
    await expect(ask()).rejects.toThrow('refresh timed out');
    expect(seen).toEqual(['Bearer old']);
    expect(told()).toContainEqual(['error', 'An unexpected error occurred. Please try again.']);
  });

  it('ends the session when the server does not know the token', async () => {
    await expect(server('other', 'UNAUTHENTICATED', style).ask()).rejects.toThrow();
    expect(session.end).toHaveBeenCalledExactlyOnceWith('expired');
    expect(session.renew).not.toHaveBeenCalled();
  });

  it('leaves the session alone after any other refusal', async () => {
    await expect(server('other', 'FORBIDDEN', style).ask()).rejects.toThrow();
    expect(session.end).not.toHaveBeenCalled();
  });

  it('O02 says that the profile could not be read', async () => {
    await expect(server('other', 'INTERNAL', style).ask()).rejects.toThrow();
    expect(told()).toEqual([['error', 'An unexpected error occurred']]);
  });
});

it('O01 variables are sent without __typename and undefined values', async () => {
  const sent: unknown[] = [];
  const last = new ApolloLink(({ variables }) => {
    sent.push(variables);
    return of({ data: { save: true } });
  });
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.from([stripTypenames, last]) });
  const mutation = gql`
    mutation Save($list: [JSON!]!, $name: String) {
      save(list: $list, name: $name)
    }
  `;
  const list = [{ __typename: 'Pin', id: 1, inner: { __typename: 'Page', title: 'A', url: undefined, order: null } }];
  await client.mutate({ mutation, variables: { list, name: undefined } });
  expect(sent).toStrictEqual([{ list: [{ id: 1, inner: { title: 'A', order: null } }] }]);
  expect(list[0]).toHaveProperty('__typename', 'Pin');
});
