import { flushSync } from 'react-dom';
import type { Place } from './place.ts';

/** How far from the window rows are drawn in full: they are there before they are scrolled to. */
const margin = '800px';

const rows = new Map<Element, (place: Place) => void>();

const observer = new IntersectionObserver(
  (entries) => {
    // What somebody works in stays as it is.
    for (const { target, isIntersecting, boundingClientRect } of entries)
      if (isIntersecting || !target.contains(document.activeElement))
        rows.get(target)?.({ isNear: isIntersecting, height: boundingClientRect.height });
  },
  // The second for lists that scroll by themselves.
  { rootMargin: margin, scrollMargin: margin } as IntersectionObserverInit,
);

/** On paper everything is drawn in full. The browser prints right after this event, so nothing may wait. */
window.addEventListener('beforeprint', () =>
  flushSync(() => {
    for (const [row, tell] of rows) tell({ isNear: true, height: row.getBoundingClientRect().height });
  }),
);
window.addEventListener('afterprint', () => {
  // Observed anew, each row is told where it is.
  for (const row of rows.keys()) {
    observer.unobserve(row);
    observer.observe(row);
  }
});

/** Tells a row when it comes near the window and when it leaves, until the function that comes back is called. */
export function observe(row: Element, tell: (place: Place) => void): () => void {
  rows.set(row, tell);
  observer.observe(row);
  return () => {
    rows.delete(row);
    observer.unobserve(row);
  };
}
