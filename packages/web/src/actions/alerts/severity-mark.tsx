import type { Severity } from '@atrium/domain/actions/alerts';
import { useText } from '../../i18n/index.ts';
import styles from './severity-mark.module.css';

/** Severity of an alert as word and colour. Warnings are the rule, so a list shows nothing for them. */
export function SeverityMark({ severity, isAlways = false }: { severity: Severity; isAlways?: boolean }) {
  const { t } = useText();
  if (severity === 'warning' && !isAlways) return null;
  return (
    <span className={styles.mark} data-severity={severity}>
      {t(`alerts.severity.${severity}`)}
    </span>
  );
}
