import { useEffect } from 'react';

/** Tablets, by device width, independent of the window and its zoom. */
const tabletScreen = '(device-width >= 500px) and (device-width < 1024px)';
/** Layout width on tablets, CSS px. The browser scales it to the screen; pinch zoom still works. */
const tabletViewport = 'width=1200';

/** C05: a tablet shows the desktop layout, scaled. Rotating it scales again. */
export function useScaledLayout(): void {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
    if (meta === null) return;
    const own = meta.content;
    const device = window.matchMedia(tabletScreen);
    const apply = () => {
      meta.content = device.matches ? tabletViewport : own;
    };
    apply();
    device.addEventListener('change', apply);
    return () => {
      device.removeEventListener('change', apply);
      meta.content = own;
    };
  }, []);
}
