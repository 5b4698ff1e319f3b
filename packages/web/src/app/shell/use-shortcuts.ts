import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useVisiblePlaces } from '../sections.ts';
import { formatKey, nothingPressed, type Overlay, pressKey, type Shortcut, shortcuts } from './shortcuts.ts';

export type { Overlay } from './shortcuts.ts';

/** Listens while `isOn`. Ignores keys typed into a field, except with Ctrl or ⌘. */
export function useShortcuts(isOn: boolean, onOverlay: (overlay: Overlay) => void): void {
  const router = useRouter();
  const goals = useVisiblePlaces(goalPlaces);
  const pressed = useRef(nothingPressed);
  useEffect(() => {
    if (!isOn) return;
    function run({ does }: Shortcut) {
      if ('opens' in does) onOverlay(does.opens);
      else if ('goesTo' in does) {
        if (goals.some(({ path }) => path === does.goesTo.path)) void router.navigate({ to: does.goesTo.path });
      } else if ('presses' in does) {
        document.querySelector<HTMLElement>(`[data-shortcut="${does.presses}"]`)?.click();
      } else if ('finds' in does) {
        const field = document.querySelector<HTMLElement>('[data-shortcut="find"]');
        if (field === null) onOverlay(does.orOpens);
        else field.focus();
      } else document.getElementById(does.focuses)?.focus();
    }
    function onKey(event: KeyboardEvent) {
      const key = formatKey(event);
      if (key === null || event.defaultPrevented || event.repeat) return;
      // Dialogs and menus handle their own keys.
      if (document.querySelector('dialog[open]') !== null) return;
      if (!key.startsWith('Mod+') && isTypedInto(event.target)) return;
      const next = pressKey(pressed.current, key, event.timeStamp);
      pressed.current = next.pressed;
      if (next.shortcut === null) return;
      event.preventDefault();
      run(next.shortcut);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn, onOverlay, router, goals]);
}

const goalPlaces = shortcuts.flatMap(({ does }) => ('goesTo' in does ? [does.goesTo] : []));

function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null
  );
}
