import { useEffect, useState } from 'react';

/** Maximum duration of leaving a page. After it the page stayed: it was a download, or the user cancelled. */
const leavesWithinMs = 10_000;

let leftAt = Number.NEGATIVE_INFINITY;
addEventListener('beforeunload', () => {
  leftAt = Date.now();
});
// Restored from the back/forward cache.
addEventListener('pageshow', () => {
  leftAt = Number.NEGATIVE_INFINITY;
});

/** Tells whether the browser is leaving this page and therefore aborts its pending requests. */
export const isLeavingPage = () => Date.now() - leftAt < leavesWithinMs;

/** Hook version of `isLeavingPage`. Renders again if the page stays. */
export function useLeavingPage(): boolean {
  const [isLeaving, setLeaving] = useState(isLeavingPage);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setLeaving(false), leftAt + leavesWithinMs - Date.now());
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return isLeaving;
}
