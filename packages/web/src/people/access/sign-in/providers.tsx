import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { buttonClass } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import { loadPublicSettings } from '../../consent/consent.ts';
import styles from './providers.module.css';

type ProviderSettings = Awaited<ReturnType<typeof loadPublicSettings>>['providers'];

/** Sign-in buttons of identity providers; nothing if none is set up. */
export function Providers() {
  const { t } = useText();
  const { origin } = useSearch({ from: '/login' });
  const [providers, setProviders] = useState<ProviderSettings>({ oidc: null, retailer: false });
  useEffect(() => {
    let isGone = false;
    // On failure the password form still works.
    loadPublicSettings().then(
      (settings) => isGone || setProviders(settings.providers),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  const { oidc, retailer } = providers;
  if (oidc === null && !retailer) return null;
  const start = (name: 'oidc' | 'retailer') =>
    `/auth/${name}/start${origin === undefined ? '' : `?origin=${encodeURIComponent(origin)}`}`;
  return (
    <div className={styles.providers}>
      <p className={styles.or}>{t('signIn.provider.or')}</p>
      {oidc !== null && (
        <a className={`${buttonClass('plain')} ${styles.provider}`} href={start('oidc')}>
          <Icon name="lock" />
          {oidc.name === null ? t('signIn.provider.sso') : t('signIn.provider.oidc', { name: oidc.name })}
        </a>
      )}
      {retailer && (
        <a className={`${buttonClass('plain')} ${styles.provider}`} href={start('retailer')}>
          <Icon name="home" />
          {t('signIn.provider.retailer')}
        </a>
      )}
    </div>
  );
}
