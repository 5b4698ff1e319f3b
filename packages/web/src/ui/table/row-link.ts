import type { MouseEvent } from 'react';

/** Marks the link or button that a click anywhere in its row activates. */
export const rowLink = { 'data-row-link': '' } as const;

const follow = (event: MouseEvent) =>
  void import('./activate-row-link.ts').then(({ activateRowLink: followRow }) => followRow(event));

/**
 * Table handlers: a click on a row activates its link. The link stays in its cell: WebKit positions nothing relative to
 * a table row, so it cannot be stretched over the row.
 */
export const rowLinkHandlers = { onClick: follow, onAuxClick: follow } as const;
