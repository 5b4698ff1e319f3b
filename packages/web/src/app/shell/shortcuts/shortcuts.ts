import type { MessageId } from '../../../i18n/index.ts';
import { type Place, places } from '../../places/index.ts';

/** What opens over the page. */
export type Overlay = 'palette' | 'shortcuts' | 'tutorial';

export type ShortcutAction =
  | { readonly opens: Overlay }
  | { readonly goesTo: Place }
  /** Presses the control of the page that carries this `data-shortcut`. */
  | { readonly presses: 'bookmark' }
  /** Goes to the page's own field for finding, which carries `data-shortcut="find"`; where there is none, opens this. */
  | { readonly finds: true; readonly orOpens: Overlay }
  | { readonly focuses: 'page' };

export interface Shortcut {
  /** Keys in order, as `KeyboardEvent.key` names them; `Mod` is Ctrl, ⌘ on a Mac. */
  readonly keys: readonly string[];
  readonly label: MessageId;
  readonly does: ShortcutAction;
}

const goTo = (key: string, place: Place): Shortcut => ({
  keys: ['g', key],
  label: place.label,
  does: { goesTo: place },
});

/** Every shortcut there is; `?` lists them. Letters are letters of the keyboard, not of the language. */
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

/** Milliseconds within which the second key of a pair has to come. */
export const patience = 1200;

/** The keys pressed so far, and what they mean. */
export interface Pressed {
  readonly keys: readonly string[];
  readonly at: number;
}

export const nothingPressed: Pressed = { keys: [], at: 0 };

/**
 * Takes one more key at an instant (ms): the shortcut it completes, if any, and what stays pressed for the next one. A
 * key that continues nothing begins anew.
 */
export function press(
  before: Pressed,
  key: string,
  at: number,
): { readonly shortcut: Shortcut | null; readonly pressed: Pressed } {
  const held = at - before.at <= patience ? before.keys : [];
  for (const keys of held.length > 0 ? [[...held, key], [key]] : [[key]]) {
    const candidates = shortcuts.filter((shortcut) => keys.every((each, index) => shortcut.keys[index] === each));
    const complete = candidates.find((shortcut) => shortcut.keys.length === keys.length);
    if (complete !== undefined) return { shortcut: complete, pressed: nothingPressed };
    if (candidates.length > 0) return { shortcut: null, pressed: { keys, at } };
  }
  return { shortcut: null, pressed: nothingPressed };
}

/** The name of a key as the registry writes it; null for keys held with others that mean something else. */
export function keyOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return `Mod+${key.toLowerCase()}`;
  return key.length === 1 ? key.toLowerCase() : null;
}
