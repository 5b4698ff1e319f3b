import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { measureSockets } from './socket-metrics.ts';
import { createSocketSlots } from './socket-slots.ts';

test('open sockets are counted separately for signed-in and anonymous callers', async () => {
  const places = createSocketSlots();
  const registry = new Registry();
  measureSockets(places, () => [], registry);
  const told = async () => {
    const text = await registry.metrics();
    return [...text.matchAll(/^atrium_open_sockets\{of="(\w+)"\} (\d+)$/gm)].map(([, of, count]) => [
      of,
      Number(count),
    ]);
  };
  const [ann, display] = [places.take('203.0.113.1'), places.take('203.0.113.2')];
  expect(await told()).toEqual([
    ['people', 0],
    ['anybody', 2],
  ]);
  ann?.signedIn(7);
  places.take('203.0.113.1')?.signedIn(7);
  expect(await told()).toEqual([
    ['people', 2],
    ['anybody', 1],
  ]);
  ann?.free();
  display?.free();
  expect(await told()).toEqual([
    ['people', 1],
    ['anybody', 0],
  ]);
});
