import { useState } from 'react';
import { type Language, languages, pickLanguage, useText } from '../../i18n/index.ts';
import { session } from '../../people/access/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import styles from './debug-button.module.css';

/** Development only: switches the language and copies the token for manual requests. */
export function DebugButton() {
  const { t, language } = useText();
  const [isOpen, setOpen] = useState(false);

  async function copyToken() {
    await navigator.clipboard.writeText(session.token() ?? '');
    showToast('success', t('shell.debug.copied'));
  }

  return (
    <div className={styles.debug}>
      {isOpen && (
        <div className={styles.tools}>
          {(Object.keys(languages) as Language[]).map((code) => (
            <Button key={code} aria-pressed={code === language} onClick={() => void pickLanguage(code)}>
              {code}
            </Button>
          ))}
          <Button icon="copy" onClick={() => void copyToken()}>
            {t('shell.debug.token')}
          </Button>
        </div>
      )}
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('shell.debug')}
      </Button>
    </div>
  );
}
