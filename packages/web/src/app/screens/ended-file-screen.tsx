import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { FullScreen } from '../../ui/page/full-screen.tsx';

/** Says that a link no longer leads to its file, and how to get another one. */
export function EndedFileScreen() {
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
