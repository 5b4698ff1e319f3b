import { clearTimeout, setTimeout } from 'node:timers';
import type { Bus } from '../platform/bus/bus.ts';
import { LiveStream } from '../platform/bus/live-stream.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import './devices.events.ts';

/** ms between two messages while devices keep sending: thousands of them send each second where few people read. */
const pauseMs = 1000;

/**
 * Which devices' contents of the inbox changed: none at once, which says that it is listened, then each as soon as it
 * sends, and those of a second together while they keep sending. What changed is read by whoever hears of it.
 */
export function watchInbox({ bus }: { readonly bus: Bus }, scope: Scope): AsyncIterable<readonly number[]> {
  const changed = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  const stop = bus.subscribe('devices.senderChanged', ({ organizationId, senderId }) => {
    if (organizationId !== scope.organizationId) return;
    changed.add(senderId);
    if (timer === null) tell();
  });
  const stream = new LiveStream<readonly number[]>(() => {
    stop();
    if (timer !== null) clearTimeout(timer);
  });
  stream.push('none', []);
  return stream;

  function tell(): void {
    timer = null;
    if (changed.size === 0) return;
    const ids = [...changed].sort((one, other) => one - other);
    // Of a reader who is behind, an earlier message may still wait: each is kept under its own ids.
    stream.push(ids.join(), ids);
    changed.clear();
    timer = setTimeout(tell, pauseMs);
    timer.unref();
  }
}
