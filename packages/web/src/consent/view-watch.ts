/** ms that a chart must be in view to count as viewed. */
const minViewMs = 5000;
/** Visible share that counts as in view. */
export const minVisibleShare = 0.5;

/** Injectable timer. */
export interface ViewClock {
  readonly wait: (ms: number, then: () => void) => () => void;
}

/**
 * Calls `viewed` once, after the chart was in view for 5 s without interruption. `saw` receives the visible share (0 to
 * 1). Leaving the view restarts the timer.
 */
export function createViewWatch(viewed: () => void, { wait }: ViewClock) {
  let cancel: (() => void) | null = null;
  let isDone = false;
  const stop = () => {
    cancel?.();
    cancel = null;
  };
  return {
    saw(part: number): void {
      if (isDone) return;
      if (part < minVisibleShare) {
        stop();
        return;
      }
      cancel ??= wait(minViewMs, () => {
        isDone = true;
        viewed();
      });
    },
    stop,
  };
}
