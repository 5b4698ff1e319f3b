import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { FullScreen } from '../../ui/page/full-screen.tsx';

/** States that a file is no longer available, and how to get it again. */
export function UnavailableFileScreen() {
  const { t } = useText();
  useEffect(() => {
    document.title = `${t('app.endedFile')} · ${t('app.name')}`;
  }, [t]);
  return (
    <FullScreen
      whole
      title={t('app.endedFile')}
      text={t('app.endedFile.text')}
      actions={
        <Link to="/export-data" className={buttonClass('primary')}>
          {t('app.endedFile.exports')}
        </Link>
      }
    />
  );
}
