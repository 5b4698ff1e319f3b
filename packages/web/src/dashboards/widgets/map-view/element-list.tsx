import { rangeOf } from '@atrium/domain/map-views';
import { useText } from '../../../i18n/index.ts';
import styles from './map-view.module.css';
import type { PointedProps } from './plan.tsx';

/** The same places as a list, the greatest first; pointing at one shows it on the map. */
export function ElementList({ elements, ranges, pointed, setPointed, enter }: PointedProps) {
  const { say } = useText();
  const listed = elements
    .map((shown, place) => ({ shown, place }))
    .filter(({ shown }) => shown.lines.length > 0)
    .sort((a, b) => (b.shown.main ?? -Infinity) - (a.shown.main ?? -Infinity));
  return (
    <ul className={styles.list} aria-label={say('mapView.list')}>
      {listed.map(({ shown: { element, name, main, lines }, place }) => {
        const act = enter(element);
        const content = (
          <>
            <span className={styles.swatch} style={{ background: rangeOf(ranges, main)?.color ?? 'var(--track)' }} />
            <bdi className={styles.listName}>{name}</bdi>
            <bdi dir="ltr" className={styles.listValue}>
              {lines[0]?.text} <span className={styles.unit}>{lines[0]?.unit}</span>
            </bdi>
          </>
        );
        const pointing = { onMouseEnter: () => setPointed(place), onMouseLeave: () => setPointed(null) };
        return (
          <li key={place} data-pointed={pointed === place || undefined} {...pointing}>
            {act === null ? (
              <span className={styles.listRow}>{content}</span>
            ) : (
              <button
                type="button"
                className={styles.listRow}
                onClick={act}
                onFocus={() => setPointed(place)}
                onBlur={() => setPointed(null)}
              >
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
