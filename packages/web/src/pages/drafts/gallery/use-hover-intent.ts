import { useCallback, useEffect, useRef, useState } from 'react';

/** Hover or focus time in ms before the preview opens. */
const hoverDelay = 400;

/** Returns the element hovered or focused for a while, and its distance from the top of the window. */
export function useHoverIntent<What>() {
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
      timer.current = setTimeout(() => setOn({ what, top: where.getBoundingClientRect().top }), hoverDelay);
    },
    leave() {
      stop();
      setOn(null);
    },
  };
}
