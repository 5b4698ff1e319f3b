import { useEffect, useState } from 'react';

/** How long after it began a leave may take; then the page stayed, because it was a download or somebody chose to stay. */
const leavesWithinMs = 10_000;

let leftAt = Number.NEGATIVE_INFINITY;
addEventListener('beforeunload', () => {
  leftAt = Date.now();
});
// Back from the browser's cache of pages.
addEventListener('pageshow', () => {
  leftAt = Number.NEGATIVE_INFINITY;
});

/** Whether the browser is leaving this page, and so stops what is still being fetched for it. */
export const isLeavingPage = () => Date.now() - leftAt < leavesWithinMs;

/** The same for a component, which renders again when the page stayed after all. */
export function useLeavingPage(): boolean {
  const [isLeaving, setLeaving] = useState(isLeavingPage);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setLeaving(false), leftAt + leavesWithinMs - Date.now());
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return isLeaving;
}
