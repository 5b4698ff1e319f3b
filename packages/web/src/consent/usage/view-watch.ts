/** ms that half of a chart must be in view before it was looked at. */
const lookedAt = 5000;
/** The part of it that counts as in view. */
export const inView = 0.5;

/** Where time comes from. */
export interface ViewClock {
  readonly wait: (ms: number, then: () => void) => () => void;
}

/**
 * Calls `viewed` once, after the chart was in view for 5 s on end. What is told is which part of it is seen (0 to 1);
 * leaving begins anew, and after the call nothing more is counted.
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
      if (part < inView) {
        stop();
        return;
      }
      cancel ??= wait(lookedAt, () => {
        isDone = true;
        viewed();
      });
    },
    stop,
  };
}
