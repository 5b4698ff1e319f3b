import { useText } from '../../i18n/index.ts';
import {
  buildDayCurves,
  currentMinute,
  type DayCurve,
  dayBegin,
  dayEnd,
  interpolateLevel,
  toMinute,
} from './day-curves.ts';
import styles from './ridgeline.module.css';

const shops = 24;
/** Drawing size and distance between lines, px. */
const width = 640;
const between = 28;
const tallest = 84;
const top = 92;
const height = top + between * (shops - 1) + 44;
const ticks = [6, 9, 12, 15, 18, 21];

const x = (minute: number) => ((minute - dayBegin) / (dayEnd - dayBegin)) * width;
const baseline = (shop: number) => top + between * shop;

/** One line per shop, one in front of the other; the frontmost shows today. Decorative: the caption describes it. */
export function Ridgeline() {
  const { t } = useText();
  const curves = buildDayCurves(shops);
  const today = curves[shops - 1] ?? { levels: [] };
  return (
    <figure className={styles.art}>
      <figcaption className={styles.caption}>{t('access.art.caption')}</figcaption>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="xMinYMin"
        aria-hidden="true"
        direction="ltr"
      >
        {curves.slice(0, -1).map((curve, shop) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shops never change
          <path key={shop} className={styles.day} d={lineOf(curve, shop, dayEnd)} />
        ))}
        <Today curve={today} label={t('access.art.soFar')} />
        {ticks.map((hour) => (
          <text key={hour} className={styles.tick} x={x(hour * 60)} y={height - 6}>
            {`${String(hour).padStart(2, '0')}:00`}
          </text>
        ))}
      </svg>
    </figure>
  );
}

function Today({ curve, label }: { curve: DayCurve; label: string }) {
  const shop = shops - 1;
  const y = baseline(shop) - interpolateLevel(curve, currentMinute) * tallest;
  return (
    <>
      <path className={styles.today} d={lineOf(curve, shop, currentMinute)} />
      <circle className={styles.now} cx={x(currentMinute)} cy={y} r="3.5" />
      <text className={styles.label} x={x(currentMinute) + 12} y={y + 4}>
        {label}
      </text>
    </>
  );
}

function lineOf(curve: DayCurve, shop: number, until: number): string {
  const points = curve.levels.flatMap((level, index) => {
    const minute = toMinute(index);
    return minute > until ? [] : [`${x(minute).toFixed(1)} ${(baseline(shop) - level * tallest).toFixed(1)}`];
  });
  if (until < dayEnd)
    points.push(`${x(until).toFixed(1)} ${(baseline(shop) - interpolateLevel(curve, until) * tallest).toFixed(1)}`);
  return `M${points.join('L')}`;
}
