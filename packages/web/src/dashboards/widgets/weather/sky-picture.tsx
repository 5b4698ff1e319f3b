import type { Sky } from './operations.generated.ts';
import styles from './weather.module.css';

const cloud = 'M10 23h13a5 5 0 0 0 .6-10 7 7 0 0 0-13.3-1.2A5.7 5.7 0 0 0 10 23Z';
const sun =
  'M16 11a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM16 5v2M16 25v2M5 16h2M25 16h2M8.2 8.2l1.5 1.5M22.3 22.3l1.5 1.5M8.2 23.8l1.5-1.5M22.3 9.7l1.5-1.5';
const smallSun = 'M11 6.5V5M5.5 12H4M7 8 6 7M15 8l1-1M8 15.4A4.2 4.2 0 1 1 14.6 10';

/** Paths for each kind of weather: sun, cloud and precipitation. */
const pictures: Record<Sky, { readonly sun?: string; readonly cloud?: string; readonly falls?: string }> = {
  CLEAR: { sun },
  PARTLY_CLOUDY: { sun: smallSun, cloud },
  CLOUDY: { cloud },
  FOG: { cloud: 'M10 19h13a5 5 0 0 0 .6-8 7 7 0 0 0-13.3-1.2A5.2 5.2 0 0 0 10 19Z', falls: 'M6 23h18M9 27h14' },
  DRIZZLE: { cloud, falls: 'M13 26v1M18 26v1' },
  RAIN: { cloud, falls: 'm12 25-1.4 4M17 25l-1.4 4M22 25l-1.4 4' },
  SNOW: { cloud, falls: 'M12 27h.1M17 26h.1M22 27h.1M14.5 30h.1M19.5 30h.1' },
  THUNDER: { cloud, falls: 'm17 19-3 5h4l-3 5' },
};

/** Decorative, next to a text of the same meaning. */
export function SkyPicture({ sky, size }: { readonly sky: Sky; readonly size: number }) {
  const { sun: light, cloud: grey, falls } = pictures[sky];
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={styles.sky} aria-hidden="true">
      {light && <path d={light} className={styles.sun} />}
      {grey && <path d={grey} className={styles.cloud} />}
      {falls && <path d={falls} className={styles.falls} data-sky={sky} />}
    </svg>
  );
}
