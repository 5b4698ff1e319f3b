import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { act } from 'react';
import { Subject } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import { createGalleryClient } from '../gallery-client.ts';
import { shops, top } from '../site.ts';
import { states } from '../states.ts';
import { buildDefinition, entries, hours, mountWidget, timeoutMs } from './shown-widget.tsx';

type Operation = Parameters<ApolloLink.RequestHandler>[0];

/** The gallery's server, which also pushes values on request of the test. */
async function live(definition: object) {
  const pushes = new Subject<ApolloLink.Result>();
  const listened: Operation['variables'][] = [];
  const asked: string[] = [];
  const gallery = createGalleryClient(states.live);
  const link = new ApolloLink((operation) => {
    asked.push(operation.operationName ?? '');
    if (operation.operationType !== OperationTypeNode.SUBSCRIPTION)
      return ApolloLink.execute(gallery.link, operation, { client: gallery });
    listened.push(operation.variables);
    return pushes;
  });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const { leave } = await mountWidget(definition, { client, filters: states.live.filters });
  leaving = leave;
  return {
    listened,
    questions: () => asked.filter((name) => name === 'Answers').length,
    /** Pushes a value and waits a little more than a second. */
    push: (entityId: number, value: number) =>
      act(async () => {
        const liveMetric = { __typename: 'LiveValue', entityId, metric: 'affluenceIn', value, at: 0, state: 'known' };
        pushes.next({ data: { liveMetric } });
        await new Promise((resolve) => setTimeout(resolve, 1100));
      }),
    isListenedTo: () => pushes.observed,
  };
}

let leaving = async () => {};
afterEach(() => leaving());

test('a chart that follows the present at once asks again when its places report, not for what was there at first (G06)', async () => {
  const shown = await live({
    ...buildDefinition('lineChart', { ...entries, ...hours }),
    zoneIds: shops,
    realTime: 'live',
  });
  expect(shown.listened).toEqual([
    expect.objectContaining({ target: 'ZONE', entityIds: shops, metrics: ['affluenceIn'] }),
  ]);
  const before = shown.questions();
  await shown.push(shops[0] ?? 0, 1);
  expect(shown.questions()).toBe(before);
  await shown.push(shops[0] ?? 0, 2);
  await vi.waitFor(() => expect(shown.questions()).toBe(before + 1), timeoutMs);
  await leaving();
  leaving = async () => {};
  // The data client drops unused subscriptions with a delay.
  await vi.waitFor(() => expect(shown.isListenedTo()).toBe(false), timeoutMs);
});

test('a figure of doors listens to the doors (H06)', async () => {
  const shown = await live({ type: 'kpis', metrics: [entries], passageIds: [3], realTime: 'live' });
  expect(shown.listened).toEqual([expect.objectContaining({ target: 'PASSAGE', entityIds: [3] })]);
});

test.each(['slow', 'fast'])('a chart that follows it slowly (%s) listens to nothing (G06)', async (realTime) => {
  const shown = await live({ ...buildDefinition('lineChart', { ...entries, ...hours }), zoneIds: [top], realTime });
  expect(shown.listened).toEqual([]);
});

test('a chart asks again every minute, or every five, while the present is shown (G06)', async () => {
  const periods = vi.spyOn(globalThis, 'setInterval');
  const everyOf = async (realTime: string, filters = states.live.filters) => {
    periods.mockClear();
    const client = createGalleryClient(states.live);
    const { leave } = await mountWidget(
      { ...buildDefinition('areaChart', { ...entries, ...hours }), realTime },
      { client, filters },
    );
    await leave();
    return periods.mock.calls.map(([, every]) => every).filter((every) => (every ?? 0) >= 60_000);
  };
  expect(await everyOf('fast')).toEqual([60_000]);
  expect(await everyOf('slow')).toEqual([300_000]);
  expect(await everyOf('fast', states.full.filters)).toEqual([]);
  periods.mockRestore();
});
