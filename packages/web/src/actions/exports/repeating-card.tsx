import type { SendDay } from '@atrium/domain/actions/schedules';
import { formatNumber } from '@atrium/domain/core/format';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { formatClockTime, formatSendDay, formatWhen } from '../schedules/schedule-text.ts';
import styles from './exports.module.css';
import own from './repeating.module.css';
import { formatNames } from './use-job-texts.ts';
import type { Repeating, ShownRepeating } from './use-repeating.ts';

/** Anchor of the link in the page header. */
export const repeatingCardId = 'repeating-exports';

/** The viewer's repeating exports; nothing if there are none. */
export function RepeatingCard({ repeating }: { readonly repeating: Repeating }) {
  const { t } = useText();
  if (repeating.all.length === 0 && !repeating.hasFailed) return null;
  return (
    <section className={styles.card} aria-labelledby={repeatingCardId}>
      <div className={styles.cardHead}>
        <h2 id={repeatingCardId} tabIndex={-1}>
          {t('exports.repeating')}
        </h2>
      </div>
      {repeating.hasFailed ? (
        <div className={styles.empty} role="alert">
          <p>{t('exports.repeating.failed')}</p>
          <Button icon="reload" onClick={repeating.retry}>
            {t('exports.retry')}
          </Button>
        </div>
      ) : (
        <ul className={own.list}>
          {repeating.all.map((one) => (
            <Row key={one.id} repeating={one} changes={repeating} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ repeating, changes }: { readonly repeating: ShownRepeating; readonly changes: Repeating }) {
  const text = useText();
  const { t, locale } = text;
  const now = useNow(20_000);
  const { id, site, timezone, dataType, sendDay, hour, includedDays, granularity, format, recipients } = repeating;
  const { enabled, nextAt } = repeating;
  const name = t('exports.jobTitle', {
    site: site ?? t('exports.siteGone'),
    dataType: t(`exports.dataType.${dataType as 'counting'}`),
  });
  const [first, ...others] = recipients;
  const what = [
    t('exports.repeat.lastDays', { days: includedDays }),
    t(`exports.granularity.${granularity as 900}`),
    ...(format === 'xlsx' ? [] : [formatNames[format as 'csv']]),
  ].join(' · ');
  return (
    <li className={own.row} data-off={!enabled || undefined}>
      <div className={own.what}>
        <span className={own.name}>{name}</span>
        <span className={own.second}>{what}</span>
      </div>
      <div className={own.when}>
        <span>
          {formatSendDay(sendDay as SendDay, text)}
          {timezone != null && `, ${formatClockTime(hour, timezone, text)}`}
        </span>
        <span className={own.second}>
          {enabled && nextAt != null && timezone != null
            ? t('exports.repeating.next', { when: formatWhen(nextAt, timezone, text, now) })
            : t('exports.repeating.off')}
        </span>
      </div>
      <div className={own.to}>
        <bdi>{first ?? ''}</bdi>
        {others.length > 0 && ` + ${formatNumber(others.length, { locale, decimals: 0 })}`}
      </div>
      <Switch
        label={t('exports.repeating.switch', { name })}
        isOn={enabled}
        disabled={site == null && !enabled}
        onTurn={(isOn) => changes.turn(id, isOn)}
      />
      <IconButton icon="trash" label={t('exports.repeating.delete', { name })} onClick={() => changes.remove(id)} />
    </li>
  );
}
