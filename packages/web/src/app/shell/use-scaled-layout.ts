import { useEffect } from 'react';

/** Neither a phone, which has a layout of its own, nor a desk: what the device is, whatever the window or its zoom. */
const between = '(device-width >= 500px) and (device-width < 1024px)';
/** CSS px the page is laid out in there; the browser shows it scaled to the screen, and fingers still enlarge it. */
const laidOutAs = 'width=1200';

/** C05: on a tablet the page is that of a desk, scaled; turned round, it is scaled anew. */
export function useScaledLayout(): void {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
    if (meta === null) return;
    const own = meta.content;
    const device = window.matchMedia(between);
    const apply = () => {
      meta.content = device.matches ? laidOutAs : own;
    };
    apply();
    device.addEventListener('change', apply);
    return () => {
      device.removeEventListener('change', apply);
      meta.content = own;
    };
  }, []);
}
