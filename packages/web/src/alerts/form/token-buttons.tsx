import { type MessageToken, messageTokens } from '@atrium/domain/alerts';
import { useText } from '../../i18n/index.ts';
import styles from './form.module.css';

/** Tokens for messages, inserted at the cursor. */
export function TokenButtons({ insert }: { readonly insert: (token: MessageToken) => void }) {
  const { t } = useText();
  return (
    <p className={styles.tokens}>
      <span className={styles.hint}>{t('alertForm.tokens')}</span>
      {messageTokens.map((token) => (
        <button key={token} type="button" className={styles.token} dir="ltr" onClick={() => insert(token)}>
          {`{${token}}`}
        </button>
      ))}
    </p>
  );
}
