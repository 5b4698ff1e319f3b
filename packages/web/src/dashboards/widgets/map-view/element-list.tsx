import { findColorRange } from '@atrium/domain/map-views';
import { useText } from '../../../i18n/index.ts';
import { Value } from '../../words/value.tsx';
import type { ShownElement } from './map-numbers.ts';
import styles from './map-view.module.css';
import type { PointedProps } from './plan.tsx';
import { getOpacity } from './shape.tsx';

interface ElementListProps extends Omit<PointedProps, 'enter'> {
  /** Filters the page by the element's zone; null if that is impossible. */
  readonly choose: (shown: ShownElement) => (() => void) | null;
  /** Opens the explanation; null if there is none. */
  readonly explain: (shown: ShownElement) => (() => void) | null;
}

/** Lists the map's places, highest value first. Hovering one highlights it on the map. */
export function ElementList({ elements, ranges, pointed, setPointed, choose, explain }: ElementListProps) {
  const { t } = useText();
  const listed = elements
    .map((shown, place) => ({ shown, place }))
    .filter(({ shown }) => shown.lines.length > 0)
    .sort((a, b) => (b.shown.main ?? -Infinity) - (a.shown.main ?? -Infinity));
  return (
    <ul className={styles.list} aria-label={t('mapView.list')}>
      {listed.map(({ shown, place }) => {
        const { name, main, lines } = shown;
        const pick = choose(shown);
        const pointing = {
          onMouseEnter: () => setPointed(place),
          onMouseLeave: () => setPointed(null),
          onFocus: () => setPointed(place),
          onBlur: () => setPointed(null),
        };
        return (
          <li key={place} className={styles.listRow} data-pointed={pointed === place || undefined} {...pointing}>
            <span
              className={styles.swatch}
              style={{ background: findColorRange(ranges, main)?.color ?? 'var(--track)', opacity: getOpacity(shown) }}
            />
            {pick === null ? (
              <span className={styles.listName}>
                <bdi>{name}</bdi>
              </span>
            ) : (
              <button type="button" className={styles.listName} onClick={pick}>
                <bdi>{name}</bdi>
              </button>
            )}
            <bdi className={styles.listValue}>
              <Value text={lines[0]?.text ?? ''} explain={main === null ? null : explain(shown)} />{' '}
              <span className={styles.unit}>{lines[0]?.unit}</span>
            </bdi>
          </li>
        );
      })}
    </ul>
  );
}
