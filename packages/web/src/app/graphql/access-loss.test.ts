import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { Subject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { handleAccessLoss } from './live-socket.ts';

const subscription = gql`
  subscription Inside {
    inside
  }
`;

/** Two subscriptions of one page; the test sends their server messages. */
function page() {
  const askAgain = vi.fn();
  const told: Subject<ApolloLink.Result>[] = [];
  const server = new ApolloLink(() => {
    const events = new Subject<ApolloLink.Result>();
    told.push(events);
    return events;
  });
  const link = ApolloLink.from([handleAccessLoss(askAgain), server]);
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  const heard: unknown[] = [];
  for (const name of ['one', 'two'])
    client.subscribe({ query: subscription, context: { queryDeduplication: false } }).subscribe({
      next: ({ data, error }) => heard.push([name, data ?? error?.message]),
      complete: () => heard.push([name, 'over']),
    });
  return { askAgain, told, heard };
}

const refusal = { errors: [{ message: 'no right', extensions: { code: 'FORBIDDEN' } }] };
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test('subscriptions that lose access refetch the page once and are not reopened', async () => {
  const { askAgain, told, heard } = page();
  for (const events of told) events.next({ data: { inside: 3 } });
  for (const events of told) {
    events.next(refusal);
    events.complete();
  }
  await turn();
  expect(askAgain).toHaveBeenCalledOnce();
  expect(told).toHaveLength(2);
  expect(heard).toContainEqual(['two', 'no right']);
});

test('one that is refused at once changes nothing', async () => {
  const { askAgain, told } = page();
  told[0]?.next(refusal);
  await turn();
  expect(askAgain).not.toHaveBeenCalled();
});
