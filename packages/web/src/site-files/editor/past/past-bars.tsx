import styles from './past.module.css';
import type { PastZone } from './past-zone.ts';

/** Number of bars: the last days. */
const maxBars = 31;

/** Counts per day, with the added or removed part hatched. The table beside it has the figures. */
export function PastBars({ zone }: { zone: Pick<PastZone, 'days'> }) {
  const days = zone.days.slice(-maxBars);
  const highest = Math.max(1, ...days.flatMap(({ before, after }) => [before ?? 0, after ?? 0]));
  const height = (value: number) => `${(value / highest) * 100}%`;
  return (
    <div className={styles.bars} aria-hidden="true">
      {days.map(({ date, before, after }) => {
        const [old, next] = [before ?? 0, after ?? 0];
        return (
          <span key={date} className={styles.bar}>
            <span
              className={styles.moved}
              data-falls={next < old || undefined}
              style={{ blockSize: height(Math.abs(next - old)) }}
            />
            <span className={styles.kept} style={{ blockSize: height(Math.min(old, next)) }} />
          </span>
        );
      })}
    </div>
  );
}
