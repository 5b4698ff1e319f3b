import { useEffect, useState } from 'react';

/**
 * Returns the whole seconds left of `seconds`, and a function to restart. Uses the clock instead of counting ticks,
 * because background tabs tick rarely.
 */
export function useCountdown(seconds: number): readonly [number, () => void] {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  const restart = () => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return [left, restart];
}
