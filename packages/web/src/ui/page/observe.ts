import { flushSync } from 'react-dom';

/** Distance from the viewport at which rows are drawn in full, before they scroll into view. */
const margin = '800px';

const rows = new Map<Element, (place: RowPosition) => void>();

const observer = new IntersectionObserver(
  (entries) => {
    // A row that contains the focus stays in full.
    for (const { target, isIntersecting, boundingClientRect } of entries)
      if (isIntersecting || !target.contains(document.activeElement))
        rows.get(target)?.({ isNear: isIntersecting, height: boundingClientRect.height });
  },
  // `scrollMargin` is for lists with their own scroll container.
  { rootMargin: margin, scrollMargin: margin } as IntersectionObserverInit,
);

/** Draws everything in full for print. Synchronous, because the browser prints right after this event. */
window.addEventListener('beforeprint', () =>
  flushSync(() => {
    for (const [row, tell] of rows) tell({ isNear: true, height: row.getBoundingClientRect().height });
  }),
);
window.addEventListener('afterprint', () => {
  // Observing again reports the current position of each row.
  for (const row of rows.keys()) {
    observer.unobserve(row);
    observer.observe(row);
  }
});

/** Calls `tell` when a row comes near the viewport or leaves it, until the returned function is called. */
export function observeRow(row: Element, tell: (place: RowPosition) => void): () => void {
  rows.set(row, tell);
  observer.observe(row);
  return () => {
    rows.delete(row);
    observer.unobserve(row);
  };
}

/** Position of a row relative to the viewport. */
export interface RowPosition {
  readonly isNear: boolean;
  /** Height when last drawn in full, px. */
  readonly height: number;
}
