import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { type Text, useText } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { usePopover } from '../../../ui/overlays/use-popover.ts';
import { formatMoment, formatPeak } from '../condition-text.ts';
import { SeverityMark } from '../severity-mark.tsx';
import styles from './bell.module.css';
import type { OpenAlertFragment } from './operations.generated.ts';
import { PanelSitesDocument, type PanelSitesQuery } from './operations.generated.ts';
import { useAlertName, useLiveOpenAlerts } from './use-open-alerts.ts';

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

/** Open alerts, most severe first, with links to their stories. */
function OpenAlertsPanel({
  id,
  open,
  onClose,
}: {
  id: string;
  open: readonly OpenAlertFragment[];
  onClose: () => void;
}) {
  const text = useText();
  const { t } = text;
  const { data } = useQuery(PanelSitesDocument);
  return (
    <section id={id} className={styles.panel} aria-label={t('alerts.panel')}>
      <h2 className={styles.head}>{t('alerts.panel')}</h2>
      {open.length === 0 && <p className={styles.none}>{t('alerts.panel.none')}</p>}
      <ul className={styles.list}>
        {open.map((entry) => (
          <li key={entry.id}>
            <Link
              to="/alerts/log/$logId"
              params={{ logId: String(entry.id) }}
              className={styles.item}
              onClick={onClose}
            >
              <Item entry={entry} told={data} text={text} />
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/alerts" className={styles.foot} onClick={onClose}>
        {t('alerts.panel.all')}
      </Link>
    </section>
  );
}

function Item({ entry, told, text }: { entry: OpenAlertFragment; told: PanelSitesQuery | undefined; text: Text }) {
  const { t } = text;
  const site = told?.allInstallations.find(({ id }) => id === entry.installationId);
  return (
    <>
      <span className={styles.name}>
        {useAlertName()(entry)} <SeverityMark severity={entry.severity} />
      </span>
      <span className={styles.second}>
        {[
          site?.name,
          entry.zoneName,
          formatPeak(entry, text),
          site && t('alerts.since', { when: formatMoment(entry.dateBegin, site.timezone, text, Date.now()) }),
        ]
          .filter((word) => word != null)
          .join(' · ')}
      </span>
    </>
  );
}
