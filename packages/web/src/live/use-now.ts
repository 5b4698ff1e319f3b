import { useEffect, useState } from 'react';

/** The present, renewed every `every` ms: what 'today', 'open until' and the now line are read from. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
