import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { NEVER, type Observable, of, throwError } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { useFirstStepsState } from './steps.ts';

vi.mock('../../people/organization/index.ts', () => ({
  mayDo: () => true,
  useViewer: () => ({ installationIds: null }),
}));

function Shown() {
  const { steps, isLoading } = useFirstStepsState();
  return <p>{isLoading ? 'loading' : steps === null ? 'unknown' : 'known'}</p>;
}

const facts = {
  ...{ __typename: 'FirstSteps', site: null, isHidden: false, isNamed: true, hasKey: false },
  ...{ reachedAt: null, understoodAt: null, isPlaced: false, isCounted: false },
};

it.each([
  ['is loading until the server has answered', NEVER, 'loading'],
  ['is unknown where the question failed', throwError(() => new Error('refused')), 'unknown'],
  ['is known once it is answered', of({ data: { firstSteps: facts } }), 'known'],
] as const)('how far an organization is %s', async (_, answer, expected) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const link = new ApolloLink(() => answer as unknown as Observable<ApolloLink.Result>);
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <ApolloProvider client={client}>
        <Shown />
      </ApolloProvider>,
    ),
  );
  expect(place.textContent).toBe(expected);
  await act(async () => root.unmount());
});
