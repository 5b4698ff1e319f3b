import type { MouseEvent } from 'react';

/** Elements that handle a click themselves, or float over a row without being part of it. */
const interactiveElements = 'a,button,input,select,textarea,label,summary,dialog,[popover],[role],[tabindex]';

/** Returns the link of the clicked row; undefined if another element handles the click. */
function findRowLink({ target }: MouseEvent): HTMLAnchorElement | undefined {
  const row = (target as Element).closest('tr');
  const control = (target as Element).closest(interactiveElements);
  // Typed as a link, but may be a button, which has no `href`.
  return (!row?.contains(control) && row?.querySelector<HTMLAnchorElement>('[data-row-link]')) || undefined;
}

/** Activates the link of a clicked row. */
export function activateRowLink(event: MouseEvent): void {
  const link = findRowLink(event);
  const { button, ctrlKey, metaKey, shiftKey } = event;
  // Selecting text by dragging also ends in a click.
  if (!link || button > 1 || getSelection()?.isCollapsed === false) return;
  if (link.href && (button || ctrlKey || metaKey || shiftKey)) window.open(link.href, '_blank', 'noopener');
  else if (!button) link.click();
}
