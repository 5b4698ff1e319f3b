import { expect, it, vi } from 'vitest';
import { createInsideStore } from './inside-store.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('lists of the same sites share a subscription until the last one leaves', async () => {
  const store = createInsideStore();
  const changes = vi.fn();
  store.subscribeWanted(changes);
  const leaveSidebar = store.want('[[2,20],[1,10]]');
  const leavePage = store.want('[[1,10],[2,20,21]]');
  await settled();
  expect(JSON.parse(store.wanted())).toEqual([
    [1, 10],
    [2, 20, 21],
  ]);
  expect(changes).toHaveBeenCalledTimes(1);
  leavePage();
  await settled();
  expect(JSON.parse(store.wanted())).toEqual([
    [1, 10],
    [2, 20],
  ]);
  leaveSidebar();
  await settled();
  expect(store.wanted()).toBe('[]');
});

it('a value is forgotten with the last list of its zone, and kept while another list has it', async () => {
  const store = createInsideStore();
  const leaves = [store.want('[[1,10,11]]'), store.want('[[1,10]]')];
  await settled();
  store.set([10, 11].map((entityId) => ({ entityId, value: 5, state: 'known' })));
  leaves[0]?.();
  await settled();
  expect([store.read(10)?.value, store.read(11)]).toEqual([5, null]);
});

it('a message notifies listeners of its zones once, and no others', () => {
  const store = createInsideStore();
  const [one, both, other] = [vi.fn(), vi.fn(), vi.fn()];
  store.subscribe([1], one);
  const leave = store.subscribe([1, 2], both);
  store.subscribe([3], other);
  store.set([
    { entityId: 1, value: 5, state: 'known' },
    { entityId: 2, value: null, state: 'missing' },
  ]);
  expect([one, both, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
  expect([store.read(1), store.read(2), store.read(3)]).toEqual([
    { value: 5, state: 'known' },
    { value: null, state: 'missing' },
    null,
  ]);
  leave();
  store.refuse([1]);
  expect([one, both].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  expect(store.read(1)).toEqual({ value: null, state: 'refused' });
});
