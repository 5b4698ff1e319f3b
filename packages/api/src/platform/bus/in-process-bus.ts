import type { Logger } from '../logging/index.ts';
import type { Bus } from './bus.ts';

type Listener = (message: never) => void;

/** Creates a bus within this process: `publish` calls the listeners one after the other before it returns. */
export function createInProcessBus(logger: Pick<Logger, 'error'>): Bus {
  const listeners = new Map<string, Set<Listener>>();
  return {
    publish(topic: string, message: never) {
      // Copied, because listeners may be added or removed during the loop.
      for (const listener of [...(listeners.get(topic) ?? [])]) {
        try {
          listener(message);
        } catch (error) {
          logger.error({ err: error, topic }, 'a listener failed');
        }
      }
    },
    subscribe(topic: string, listener: Listener) {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all);
      // Wrapped, so that a function subscribed twice is two listeners, each removed by its own return value.
      const own: Listener = (message) => listener(message);
      all.add(own);
      return () => {
        all.delete(own);
        if (all.size === 0 && listeners.get(topic) === all) listeners.delete(topic);
      };
    },
    isWhole: true,
  } as Bus;
}
