import type { WidgetType } from '@atrium/domain/dashboards/definitions';
import { getWidgetSpec } from '@atrium/domain/dashboards/widgets';
import { useText } from '../../../i18n/index.ts';
import cards from '../../cards/cards.module.css';
import styles from './chrome.module.css';

/** A widget's skeleton in its final size. */
export function Skeleton({ type, count }: { readonly type: WidgetType; readonly count: number }) {
  const { t } = useText();
  const { outline } = getWidgetSpec(type);
  const places = Array.from({ length: Math.max(1, count) }, (_, place) => place);
  return (
    <div role="status" aria-label={t('widgets.loading')} style={{ blockSize: '100%' }}>
      {outline === 'cards' ? (
        <div className={cards.kpis}>
          {places.map((place) => (
            <div key={place} className={styles.ghostCard} />
          ))}
        </div>
      ) : outline === 'rows' ? (
        <div className={styles.ghostRows} data-type={type}>
          {[0, 1, 2, 3, 4, 5, 6, 7].map((place) => (
            <div key={place} className={styles.ghostRow} />
          ))}
        </div>
      ) : (
        <div className={outline === 'ring' ? styles.ghostRing : styles.ghost} data-type={type} />
      )}
    </div>
  );
}
