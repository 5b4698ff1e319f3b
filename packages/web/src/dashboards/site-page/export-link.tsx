import { Link, useRouter } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organization/index.ts';
import { buttonClass } from '../../ui/form/index.ts';
import { Icon } from '../../ui/icons/index.ts';

const exportPath = '/export-data';

/** Leads to the export screen, for those who may have data sent; nowhere while this build has no such screen. */
export function ExportLink() {
  const { t } = useText();
  const viewer = useViewer();
  const { routesByPath } = useRouter();
  if (!mayDo(viewer, 'exportData') || !Object.hasOwn(routesByPath, exportPath)) return null;
  return (
    <Link to={exportPath as never} className={buttonClass('primary')}>
      <Icon name="download" />
      {t('shell.export')}
    </Link>
  );
}
