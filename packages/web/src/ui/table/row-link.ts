import type { MouseEvent } from 'react';

/** Marks the link or button of a row that a click anywhere in the row activates. */
export const rowLink = { 'data-row-link': '' } as const;

const linkSelector = '[data-row-link]';
/** What handles a click by itself, and what floats over a row without being part of it. */
const ownClicks =
  'a, button, input, select, textarea, label, summary, dialog, [popover], [role="button"], [role="menu"], [role="dialog"], [tabindex]';

/** The link of the row under the pointer; null where the click belongs to something else. */
function linkUnder(event: MouseEvent<HTMLElement>): HTMLElement | null {
  if (event.defaultPrevented || !(event.target instanceof Element)) return null;
  const row = event.target.closest('tr');
  if (row === null || !event.currentTarget.contains(row)) return null;
  const control = event.target.closest(ownClicks);
  if (control !== null && row.contains(control)) return null;
  return row.querySelector<HTMLElement>(linkSelector);
}

/**
 * Handlers for a table: a click on a row does what a click on its link does. The link itself stays a plain link in its
 * cell, because WebKit positions nothing against a table row, so a link can't be stretched over one.
 */
export const rowLinkHandlers = {
  onClick(event: MouseEvent<HTMLElement>) {
    const link = linkUnder(event);
    // A drag that selected text ends in a click too.
    if (link === null || getSelection()?.isCollapsed === false) return;
    const opensTab = event.ctrlKey || event.metaKey || event.shiftKey;
    if (opensTab && link instanceof HTMLAnchorElement) openTab(link);
    else link.click();
  },
  /** Keeps the middle button from starting to scroll where it opens a tab. */
  onMouseDown(event: MouseEvent<HTMLElement>) {
    if (event.button === 1 && linkUnder(event) instanceof HTMLAnchorElement) event.preventDefault();
  },
  onAuxClick(event: MouseEvent<HTMLElement>) {
    const link = event.button === 1 ? linkUnder(event) : null;
    if (link instanceof HTMLAnchorElement) openTab(link);
  },
} as const;

const openTab = (link: HTMLAnchorElement) => void window.open(link.href, '_blank', 'noopener');
