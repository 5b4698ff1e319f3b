import type { Logger } from '../logging/index.ts';
import type { Bus } from './bus.ts';

type Listener = (message: never) => void;

/** Fan-out inside this process: listeners run one after the other, before `publish` returns. */
export function createInProcessBus(logger: Pick<Logger, 'error'>): Bus {
  const listeners = new Map<string, Set<Listener>>();
  return {
    publish(topic: string, message: never) {
      // A copy: a listener may stop listening, or another start, while the message goes round.
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
      // Wrapped, so that one function subscribed twice is two listeners, each ended by its own return value.
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
