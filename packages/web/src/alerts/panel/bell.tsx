import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { usePopover } from '../../ui/popover/index.ts';
import { useLiveOpenAlerts } from '../live/index.ts';
import styles from './bell.module.css';
import { OpenAlertsPanel } from './open-alerts-panel.tsx';

/** Number of open alerts, live; opens the list of them. */
export function Bell() {
  const { t } = useText();
  const { id, isOpen, close, root, opener } = usePopover();
  const open = useLiveOpenAlerts();
  const label = open.length === 0 ? t('alerts.panel.none') : `${t('alerts.panel')}: ${open.length}`;
  return (
    <div {...root} className={styles.place}>
      <button type="button" className={styles.bell} aria-label={label} title={label} {...opener}>
        <Icon name="bell" />
        {open.length > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {open.length > 9 ? '9+' : open.length}
          </span>
        )}
      </button>
      {isOpen && <OpenAlertsPanel id={id} open={open} onClose={close} />}
    </div>
  );
}
