import type { MouseEvent } from 'react';

/** What handles a click by itself, and what floats over a row without being part of it. */
const ownClicks = 'a,button,input,select,textarea,label,summary,dialog,[popover],[role],[tabindex]';

/** The link of the row under the pointer; undefined where the click belongs to something else. */
function linkUnder({ target }: MouseEvent): HTMLAnchorElement | undefined {
  const row = (target as Element).closest('tr');
  const control = (target as Element).closest(ownClicks);
  // The only one that may be a button, without an address.
  return (!row?.contains(control) && row?.querySelector<HTMLAnchorElement>('[data-row-link]')) || undefined;
}

/** Does what a click on the row's link does. */
export function followRow(event: MouseEvent): void {
  const link = linkUnder(event);
  const { button, ctrlKey, metaKey, shiftKey } = event;
  // A drag that selected text ends in a click too.
  if (!link || button > 1 || getSelection()?.isCollapsed === false) return;
  if (link.href && (button || ctrlKey || metaKey || shiftKey)) window.open(link.href, '_blank', 'noopener');
  else if (!button) link.click();
}
