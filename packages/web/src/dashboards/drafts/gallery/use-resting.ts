import { useCallback, useEffect, useRef, useState } from 'react';

/** ms somebody stays on something before they want to know more of it. */
const patience = 400;

/** What a pointer or the focus has been on for a while, and how far from the top of the window that is. */
export function useResting<What>() {
  const [on, setOn] = useState<{ readonly what: What; readonly top: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const stop = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  return {
    on,
    come(what: What, where: Element) {
      stop();
      timer.current = setTimeout(() => setOn({ what, top: where.getBoundingClientRect().top }), patience);
    },
    leave() {
      stop();
      setOn(null);
    },
  };
}
