import { Link } from '@tanstack/react-router';
import { landing } from '../../access/index.ts';
import { useText } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/form/index.ts';
import { NotFound } from '../../ui/page/index.ts';

export function NotFoundScreen() {
  const { t } = useText();
  return (
    <NotFound
      whole
      actions={
        <Link to={landing} className={buttonClass('primary')}>
          {t('app.toOverview')}
        </Link>
      }
    />
  );
}
