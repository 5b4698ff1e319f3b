import { isolateText, useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import styles from './not-set-up.module.css';

export interface NotSetUpProps {
  readonly contact: 'email' | 'phone';
  readonly delivery: 'outbox' | 'none';
  /** Which alternative to explain. How to set up mail is shown in any case. */
  readonly instead?: 'code' | 'confirm' | 'reset' | 'file' | 'report' | 'alert';
}

const settings = { email: 'SMTP_URL', phone: 'SMS_URL' } as const;

export function NotSetUp({ contact, delivery, instead }: NotSetUpProps) {
  const { t } = useText();
  const setting = isolateText(settings[contact]);
  return (
    <div className={styles.notice} role="note">
      <Icon name="alert" />
      <div>
        <p>
          {t(`notifications.${contact}.${delivery}`)}
          {delivery === 'outbox' && contact === 'email' && (
            <>
              {' '}
              <a href="/dev/outbox" target="_blank" rel="noreferrer">
                {t('notifications.outbox')}
              </a>
            </>
          )}
        </p>
        {delivery === 'none' && instead !== undefined && <p>{t(`notifications.instead.${instead}`)}</p>}
        <p className={styles.how}>{t('notifications.setUp', { setting, guide: isolateText('docs/channels.md') })}</p>
      </div>
    </div>
  );
}
