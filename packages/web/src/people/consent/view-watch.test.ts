import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createViewWatch } from './use-viewed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const clock = {
  wait(ms: number, then: () => void) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

describe('a chart is viewed (G15)', () => {
  it('after 5 s with half of it in view, once', () => {
    const viewed = vi.fn();
    const watch = createViewWatch(viewed, clock);
    watch.saw(0.5);
    vi.advanceTimersByTime(4999);
    expect(viewed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(viewed).toHaveBeenCalledTimes(1);
    watch.saw(0);
    watch.saw(1);
    vi.advanceTimersByTime(60_000);
    expect(viewed).toHaveBeenCalledTimes(1);
  });

  it('not with less of it, and not in pieces', () => {
    const viewed = vi.fn();
    const watch = createViewWatch(viewed, clock);
    watch.saw(0.49);
    vi.advanceTimersByTime(10_000);
    for (let piece = 0; piece < 5; piece++) {
      watch.saw(0.9);
      vi.advanceTimersByTime(4000);
      watch.saw(0.2);
    }
    vi.advanceTimersByTime(10_000);
    expect(viewed).not.toHaveBeenCalled();
  });

  it('seeing more of it does not begin anew, leaving it does', () => {
    const viewed = vi.fn();
    const watch = createViewWatch(viewed, clock);
    watch.saw(0.5);
    vi.advanceTimersByTime(3000);
    watch.saw(1);
    vi.advanceTimersByTime(2000);
    expect(viewed).toHaveBeenCalledTimes(1);
    const gone = createViewWatch(viewed, clock);
    gone.saw(1);
    gone.stop();
    vi.advanceTimersByTime(10_000);
    expect(viewed).toHaveBeenCalledTimes(1);
  });
});
