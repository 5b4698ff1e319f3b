import { useEffect } from 'react';
import type { Sender } from './device-text.ts';

/** J selects the next device, K the previous one, unless a field has the focus. */
export function useNextByKey(
  senders: readonly Sender[],
  current: Sender | undefined,
  choose: (id: number) => void,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) || (event.key !== 'j' && event.key !== 'k')) return;
      const at = senders.findIndex(({ id }) => id === current?.id);
      const next = senders[at + (event.key === 'j' ? 1 : -1)];
      if (next !== undefined) choose(next.id);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [senders, current, choose]);
}

/** Tells whether a key press belongs to a field, a dialog or the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  const on = event.target instanceof Element ? event.target : null;
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.defaultPrevented ||
    on?.closest('input, select, textarea, dialog, [contenteditable]') != null
  );
}
