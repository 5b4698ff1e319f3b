import type { MouseEvent } from 'react';

/** Marks the link or button of a row that a click anywhere in the row activates. */
export const rowLink = { 'data-row-link': '' } as const;

const follow = (event: MouseEvent) => void import('./follow-row.ts').then(({ followRow }) => followRow(event));

/**
 * Handlers for a table: a click on a row does what a click on its link does. The link itself stays a plain link in its
 * cell, because WebKit positions nothing against a table row, so a link can't be stretched over one.
 */
export const rowLinkHandlers = { onClick: follow, onAuxClick: follow } as const;
