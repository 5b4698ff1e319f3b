import { formatClock, formatNumber } from '@atrium/domain/core/format';
import { useText } from '../../i18n/index.ts';
import type { Detail } from './device-text.ts';
import styles from './packets.module.css';

const width = 480;
const height = 84;
const quarter = 900_000;
/** Number of bars, 15 minutes each. */
const shown = 24;

/** Entries per quarter hour up to the newest packet: a bar where reported, dashes where not. */
export function EntriesChart({ detail, timezone }: { readonly detail: Detail; readonly timezone: string }) {
  const { t, locale } = useText();
  const entries = detail.packets.flatMap(({ readings }) => readings).filter(({ metric }) => metric === 'affluenceIn');
  const latest = Math.max(...entries.map(({ at }) => at));
  if (!Number.isFinite(latest)) return null;
  const begin = Math.floor(latest / quarter) * quarter - (shown - 1) * quarter;
  const oldest = Math.min(...entries.map(({ at }) => at));
  const sums = Array.from({ length: shown }, (_, place) => {
    const from = begin + place * quarter;
    const inside = new Map(
      entries.filter(({ at }) => at >= from && at < from + quarter).map((one) => [one.at, one.value]),
    );
    const isCovered = inside.size > 0 || entries.some((one) => one.at < from && one.at + one.interval * 1000 > from);
    return {
      from,
      isCovered: isCovered || from < oldest,
      isTold: inside.size > 0,
      value: [...inside.values()].reduce((a, b) => a + b, 0),
    };
  });
  const most = Math.max(1, ...sums.map(({ value }) => value));
  const step = width / shown;
  return (
    <figure className={styles.chart} dir="ltr">
      <figcaption className="visually-hidden">{t('devices.chart')}</figcaption>
      <svg viewBox={`0 0 ${width} ${height + 18}`} role="img" aria-label={t('devices.chart')}>
        <line x1={0} x2={width} y1={height} y2={height} className={styles.axis} />
        {sums.map(({ from, isCovered, isTold, value }, place) => (
          <g key={from}>
            {isTold && (
              <rect
                className={styles.bar}
                x={place * step + 2}
                width={step - 4}
                y={height - (value / most) * (height - 14)}
                height={(value / most) * (height - 14)}
                rx={2}
              >
                <title>{`${formatClock(from, timezone)} · ${formatNumber(value, { locale, decimals: 0 })}`}</title>
              </rect>
            )}
            {!isCovered && (
              <rect
                className={styles.missing}
                x={place * step + 2}
                width={step - 4}
                y={height / 2}
                height={height / 2}
                rx={2}
              />
            )}
            {place % 4 === 0 && (
              <text
                x={place === 0 ? 0 : place * step + step / 2}
                y={height + 14}
                className={styles.tick}
                data-first={place === 0 || undefined}
              >
                {formatClock(from, timezone)}
              </text>
            )}
          </g>
        ))}
        <text x={0} y={10} className={styles.most}>
          {formatNumber(most, { locale, decimals: 0 })}
        </text>
      </svg>
    </figure>
  );
}
