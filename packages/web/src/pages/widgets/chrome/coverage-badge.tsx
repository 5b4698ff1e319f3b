import { formatClock, formatPercent } from '@atrium/domain/core/format';
import type { Coverage } from '@atrium/domain/numbers';
import { isSingleSilence } from '@atrium/domain/pages';
import { useId } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import type { Site } from '../../site-page/site.ts';
import styles from './chrome.module.css';

/** Maximum number of silent sensors listed, and of silences for each. */
const most = { sensors: 6, spans: 3 };

/** Shows coverage below 100 %. Opens to list the silent sensors and times. */
export function CoverageBadge({ coverage, site }: { readonly coverage: Coverage; readonly site: Site }) {
  const { t, locale } = useText();
  const id = useId();
  const { ratio, silent } = coverage;
  if (ratio === null || ratio >= 0.9995) return null;
  const names = new Map(silent.map(({ deviceId, name }) => [deviceId, name]));
  const ids = [...names.keys()];
  const share = formatPercent(ratio * 100, { locale, decimals: 1 });
  const { timezone } = site.topology;
  return (
    <span className={styles.help} data-export="skip">
      <button type="button" className={styles.badge} data-off={ratio === 0 || undefined} aria-describedby={id}>
        {ratio === 0 ? t('counting.offline') : <bdi dir="ltr">{share}</bdi>}
        <span className="visually-hidden">{t('widgets.coverage')}</span>
      </button>
      <Tooltip id={id} isAtEnd>
        {t('widgets.coverage.silent', { count: ids.length })}
        {silent.some((span) => !isSingleSilence(span)) && (
          <span className={styles.tipLine}>{t('widgets.coverage.merged')}</span>
        )}
        {ids.slice(0, most.sensors).map((deviceId) => (
          <span key={deviceId} className={styles.tipLine}>
            {names.get(deviceId) || t('widgets.coverage.sensor', { id: deviceId })}{' '}
            <bdi dir="ltr">
              {silent
                .filter((span) => span.deviceId === deviceId)
                .slice(0, most.spans)
                .map(
                  (span) =>
                    `${formatClock(span.from, timezone)}–${formatClock(span.to, timezone)}${isSingleSilence(span) ? '' : ` · ${span.count}×`}`,
                )
                .join(', ')}
            </bdi>
          </span>
        ))}
      </Tooltip>
    </span>
  );
}
