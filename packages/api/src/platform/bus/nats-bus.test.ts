import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { endAll } from '../testing/run-atrium.ts';
import { hasNats, type NatsServer, startNatsServer } from '../testing/servers/nats-server.ts';
import { openNatsBus, parseNatsUrl } from './open-bus.ts';

declare module './bus.ts' {
  interface BusTopics {
    'test.happened': { count: number };
  }
}

const logger = createLogger('silent');
const running: ChildProcess[] = [];

test.each([
  ['nats://bus', { servers: 'bus:4222' }],
  ['nats://atrium:p%40ss@bus:4223', { servers: 'bus:4223', user: 'atrium', pass: 'p@ss' }],
  ['tls://token@bus', { servers: 'bus:4222', tls: {}, token: 'token' }],
])('parses %s for the driver', (address, options) => {
  expect(parseNatsUrl(address)).toEqual(options);
});

describe.skipIf(!hasNats)('with a nats-server', () => {
  let server: NatsServer;
  beforeEach(async () => {
    server = await startNatsServer(running);
  });
  afterEach(() => endAll(running));

  async function aBus(installation = 'one') {
    const changes: boolean[] = [];
    const bus = await openNatsBus({
      url: server.url,
      installation,
      logger,
      onChange: (isWhole) => changes.push(isWhole),
    });
    onTestFinished(() => bus.close());
    const heard: number[] = [];
    const missed = vi.fn();
    bus.subscribe('test.happened', ({ count }) => heard.push(count));
    bus.subscribe('bus.missed', missed);
    return { bus, heard, missed, changes };
  }

  test("a published message arrives here once and synchronously, and in order at the installation's other processes", async () => {
    const [here, there, elsewhere] = [await aBus(), await aBus(), await aBus('other')];
    for (const count of [1, 2, 3]) here.bus.publish('test.happened', { count });
    expect(here.heard).toEqual([1, 2, 3]);
    await vi.waitFor(() => expect(there.heard).toEqual([1, 2, 3]));
    there.bus.publish('test.happened', { count: 4 });
    await vi.waitFor(() => expect(here.heard).toEqual([1, 2, 3, 4]));
    expect(there.bus.counts).toEqual({ told: 1, heard: 3 });
    await elsewhere.bus.flush();
    expect(elsewhere.heard).toEqual([]);
  });

  test('when the server is killed all processes notice, and afterwards learn that messages may be lost', async () => {
    const [here, there] = [await aBus(), await aBus()];
    await server.stop();
    await vi.waitFor(() => expect([here.bus.isWhole, there.bus.isWhole]).toEqual([false, false]));
    here.bus.publish('test.happened', { count: 1 });
    expect(here.heard).toEqual([1]);
    await server.start();
    await vi.waitFor(() => expect([here.changes, there.changes]).toEqual(Array(2).fill([true, false, true])), 5000);
    expect(there.missed).toHaveBeenCalled();
    here.bus.publish('test.happened', { count: 2 });
    await vi.waitFor(() => expect(there.heard).toContain(2));
  });

  test('closing does not wait for a server that is gone', async () => {
    const { bus } = await aBus();
    await server.stop();
    await vi.waitFor(() => expect(bus.isWhole).toBe(false));
    await bus.close();
    bus.publish('test.happened', { count: 1 });
  });
});
