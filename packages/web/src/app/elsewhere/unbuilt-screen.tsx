import { Link, Navigate, useRouteContext } from '@tanstack/react-router';
import { landing } from '../../access/index.ts';
import { useText } from '../../i18n/index.ts';
import { insteadOf, mayDo, useViewer } from '../../organization/index.ts';
import { buttonClass } from '../../ui/form/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { FullScreen } from '../../ui/page/index.ts';

/** Says that the page is not part of this version yet, to those who will be let in. */
export function UnbuiltScreen() {
  const { unbuilt } = useRouteContext({ from: '/authenticated/$' });
  const { area, place, text } = unbuilt;
  const { t } = useText();
  const viewer = useViewer();
  if (!mayDo(viewer, area)) return <Navigate to={insteadOf(area)} replace />;
  return (
    <FullScreen
      mark={<Icon name={place.icon} size={28} />}
      title={t(place.label)}
      text={t(text)}
      actions={
        <Link to={landing} className={buttonClass('primary')}>
          {t('app.toOverview')}
        </Link>
      }
    />
  );
}
