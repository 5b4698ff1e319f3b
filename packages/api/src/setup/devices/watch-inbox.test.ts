import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { now, openDevicesWorld, packet } from './testing/devices-world.ts';

const stores = useTestStores();

test('a subscriber gets each device that sends, changes or is removed, of its own organization only', async () => {
  const [ours, theirs] = [await openDevicesWorld(stores), await openDevicesWorld(stores)];
  const { next, end } = await ours.watch();
  expect(await next()).toEqual([]);
  await theirs.post(packet('hikvision', 1));
  await ours.post(packet('hikvision', 2));
  const [{ id }] = await ours.senders();
  expect(await next()).toEqual([id]);
  // While devices keep sending, the ids of one second come together, each once.
  await ours.post(packet('hikvision', 1));
  await ours.post(packet('xovis', 1));
  await ours.place(id, 'Street door', now - 86_400_000);
  const all = (await ours.senders()).map((sender: { id: number }) => sender.id).sort();
  expect(all).toHaveLength(2);
  const told = new Set<number>();
  while (told.size < 2) for (const one of await next()) told.add(one);
  expect([...told].sort()).toEqual(all);
  await ours.ask('mutation ($s: Int!) { undoPlacing(senderId: $s) { place } }', { s: id });
  expect(await next()).toEqual([id]);
  await ours.ask('mutation ($s: Int!) { forgetSender(senderId: $s) }', { s: id });
  expect(await next()).toEqual([id]);
  await end();
});
