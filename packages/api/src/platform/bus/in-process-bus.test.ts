import { expect, test, vi } from 'vitest';
import { createInProcessBus } from './open-bus.ts';

declare module './bus.ts' {
  interface BusTopics {
    'test.happened': { count: number };
  }
}

const logger = () => ({ error: vi.fn() });

test('a message reaches every listener of its topic, in order, until it stops listening', () => {
  const bus = createInProcessBus(logger());
  const heard: string[] = [];
  const stop = bus.subscribe('test.happened', ({ count }) => heard.push(`a${count}`));
  bus.subscribe('test.happened', ({ count }) => heard.push(`b${count}`));
  bus.publish('test.happened', { count: 1 });
  stop();
  stop();
  bus.publish('test.happened', { count: 2 });
  expect(heard).toEqual(['a1', 'b1', 'b2']);
});

test('a listener that throws is logged and does not stop the others', () => {
  const log = logger();
  const bus = createInProcessBus(log);
  const heard: number[] = [];
  bus.subscribe('test.happened', () => {
    throw new Error('broken');
  });
  bus.subscribe('test.happened', ({ count }) => heard.push(count));
  bus.publish('test.happened', { count: 3 });
  expect(heard).toEqual([3]);
  expect(log.error).toHaveBeenCalledOnce();
});

test('a function subscribed twice is called twice, and each subscription ends separately', () => {
  const bus = createInProcessBus(logger());
  const listener = vi.fn();
  const stop = bus.subscribe('test.happened', listener);
  bus.subscribe('test.happened', listener);
  stop();
  bus.publish('test.happened', { count: 1 });
  expect(listener).toHaveBeenCalledTimes(1);
});
