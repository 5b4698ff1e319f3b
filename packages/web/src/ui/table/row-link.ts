import type { MouseEvent } from 'react';

/** Marks the link or button of a row that a click anywhere in the row activates. */
export const rowLink = { 'data-row-link': '' } as const;

/** What handles a click by itself, and what floats over a row without being part of it. */
const ownClicks = 'a,button,input,select,textarea,label,summary,dialog,[popover],[role],[tabindex]';

type RowEvent = MouseEvent<HTMLElement>;

/** The link of the row under the pointer; undefined where the click belongs to something else. */
function linkUnder({ target }: RowEvent): HTMLAnchorElement | undefined {
  const row = (target as Element).closest('tr');
  const control = (target as Element).closest(ownClicks);
  // The only one that may be a button, without an address.
  return (!row?.contains(control) && row?.querySelector<HTMLAnchorElement>('[data-row-link]')) || undefined;
}

function follow(event: RowEvent): void {
  const link = linkUnder(event);
  const { button, ctrlKey, metaKey, shiftKey } = event;
  // A drag that selected text ends in a click too.
  if (!link || button > 1 || getSelection()?.isCollapsed === false) return;
  if (link.href && (button || ctrlKey || metaKey || shiftKey)) window.open(link.href, '_blank', 'noopener');
  else if (!button) link.click();
}

/**
 * Handlers for a table: a click on a row does what a click on its link does. The link itself stays a plain link in its
 * cell, because WebKit positions nothing against a table row, so a link can't be stretched over one.
 */
export const rowLinkHandlers = {
  onClick: follow,
  onAuxClick: follow,
  /** Keeps the middle button from starting to scroll where it opens a tab. */
  onMouseDown: (event: RowEvent) => void (event.button === 1 && linkUnder(event) && event.preventDefault()),
} as const;
