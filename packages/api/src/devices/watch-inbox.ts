import { clearTimeout, setTimeout } from 'node:timers';
import type { Bus } from '../platform/bus/bus.ts';
import { LiveStream } from '../platform/bus/live-stream.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import './devices.events.ts';

/** Minimum ms between two messages. Thousands of devices send each second, and few people watch. */
const pauseMs = 1000;

/**
 * Streams the ids of devices whose inbox changed. Starts with an empty list, which confirms the subscription. Then
 * sends an id at once, and batches those within a second. Subscribers read the changes themselves.
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
    // A slow reader may still have an earlier message queued, so each message has its own key.
    stream.push(ids.join(), ids);
    changed.clear();
    timer = setTimeout(tell, pauseMs);
    timer.unref();
  }
}
