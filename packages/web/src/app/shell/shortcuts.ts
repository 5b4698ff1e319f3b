import type { MessageId } from '../../i18n/index.ts';
import { type Place, places } from '../places.ts';

export type Overlay = 'palette' | 'shortcuts' | 'tutorial';

export type ShortcutAction =
  | { readonly opens: Overlay }
  | { readonly goesTo: Place }
  /** Clicks the element with this `data-shortcut`. */
  | { readonly presses: 'bookmark' }
  /** Focuses the page's search field (`data-shortcut="find"`), or opens this overlay if there is none. */
  | { readonly finds: true; readonly orOpens: Overlay }
  | { readonly focuses: 'page' };

export interface Shortcut {
  /** Keys in order, as `KeyboardEvent.key` names them; `Mod` is Ctrl, or ⌘ on a Mac. */
  readonly keys: readonly string[];
  readonly label: MessageId;
  readonly does: ShortcutAction;
}

const goTo = (key: string, place: Place): Shortcut => ({
  keys: ['g', key],
  label: place.label,
  does: { goesTo: place },
});

/** All shortcuts, as listed by `?`. Letters are keys of the keyboard, independent of the language. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['Mod+k'], label: 'palette.open', does: { opens: 'palette' } },
  { keys: ['/'], label: 'palette.open', does: { finds: true, orOpens: 'palette' } },
  { keys: ['?'], label: 'shortcuts.title', does: { opens: 'shortcuts' } },
  goTo('s', places.sites),
  goTo('d', places.discover),
  goTo('c', places.counting),
  goTo('h', places.home),
  goTo('a', places.alerts),
  goTo('r', places.reports),
  goTo('e', places.exportData),
  goTo('o', places.settings),
  goTo('?', places.help),
  { keys: ['b'], label: 'shortcuts.bookmark', does: { presses: 'bookmark' } },
  { keys: ['.'], label: 'shell.skip', does: { focuses: 'page' } },
];

/** Maximum delay between the two keys of a sequence, ms. */
export const maxSequenceDelay = 1200;

/** Keys pressed so far and their meaning. */
export interface PressedKeys {
  readonly keys: readonly string[];
  readonly at: number;
}

export const nothingPressed: PressedKeys = { keys: [], at: 0 };

/**
 * Adds a key press at a time (ms). Returns the completed shortcut, if any, and the keys still pending. A key that
 * continues no sequence starts a new one.
 */
export function pressKey(
  before: PressedKeys,
  key: string,
  at: number,
): { readonly shortcut: Shortcut | null; readonly pressed: PressedKeys } {
  const held = at - before.at <= maxSequenceDelay ? before.keys : [];
  for (const keys of held.length > 0 ? [[...held, key], [key]] : [[key]]) {
    const candidates = shortcuts.filter((shortcut) => keys.every((each, index) => shortcut.keys[index] === each));
    const complete = candidates.find((shortcut) => shortcut.keys.length === keys.length);
    if (complete !== undefined) return { shortcut: complete, pressed: nothingPressed };
    if (candidates.length > 0) return { shortcut: null, pressed: { keys, at } };
  }
  return { shortcut: null, pressed: nothingPressed };
}

/** Returns a key's name as used in `shortcuts`. Returns null for combinations with other modifiers. */
export function formatKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return `Mod+${key.toLowerCase()}`;
  return key.length === 1 ? key.toLowerCase() : null;
}
