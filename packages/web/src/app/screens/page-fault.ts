import { useEffect, useState } from 'react';

/** Kind of an error that reached the top of the page. Each has its own text. */
export type Fault = 'stale application' | 'servers unavailable' | 'unexpected';

/** Browsers word it differently. All mean that a chunk failed to load, mostly after an update. */
const chunkFailure = /dynamically imported module|importing a module script failed|unable to preload css/i;
const networkFailure = /failed to fetch|networkerror|load failed/i;

export function classifyFault(error: unknown): Fault {
  if (!(error instanceof Error)) return 'unexpected';
  if (chunkFailure.test(error.message)) return 'stale application';
  const status = (error as { statusCode?: unknown }).statusCode;
  if (networkFailure.test(error.message) || (typeof status === 'number' && status >= 502)) return 'servers unavailable';
  return 'unexpected';
}

/** Time after which leaving counts as cancelled: it was a download, or the user stayed. */
const leavesWithinMs = 10_000;

let leftAt = Number.NEGATIVE_INFINITY;
addEventListener('beforeunload', () => {
  leftAt = Date.now();
});
// Restored from the back/forward cache.
addEventListener('pageshow', () => {
  leftAt = Number.NEGATIVE_INFINITY;
});

/** Returns whether the browser is leaving this page and therefore aborts its pending requests. */
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
