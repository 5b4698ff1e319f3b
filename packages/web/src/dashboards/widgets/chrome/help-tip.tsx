import { useId } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import styles from './chrome.module.css';

/** A sentence behind a question mark, by pointer and by keyboard; always there for screen readers. */
export function HelpTip({ text, about }: { readonly text: string; readonly about: string }) {
  const { t } = useText();
  const id = useId();
  return (
    <span className={styles.help} data-export="skip">
      <button
        type="button"
        className={styles.helpButton}
        aria-label={t('widgets.help', { about })}
        aria-describedby={id}
      >
        <Icon name="help" size={14} />
      </button>
      <span id={id} role="tooltip" className={styles.tip}>
        {text}
      </span>
    </span>
  );
}
