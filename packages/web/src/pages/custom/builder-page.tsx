import { useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import { findErrorCode } from '../../numbers/answers/index.ts';
import { useViewer } from '../../people/organization/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { Loader } from '../../ui/page/full-screen.tsx';
import { LoadFailed } from '../../ui/page/loading.tsx';
import { PageHeader, usePageName } from '../../ui/page/page-header.tsx';
import { useSites } from '../widgets/sites.ts';
import styles from './builder.module.css';
import { numberWidgets, type PostedPage, usePreview } from './builder-message.ts';
import { ShownPage } from './shown-page.tsx';

/** Previews a page under construction for the signed-in user. Messages set its content (F04). */
export function BuilderPage() {
  const { t } = useText();
  const posted = usePreview();
  usePageName(t('builder.title'));
  return (
    <>
      <PreviewAs />
      {posted === null ? <Waiting /> : <Preview posted={posted} />}
    </>
  );
}

function PreviewAs() {
  const { t } = useText();
  const { fullName, email } = useViewer();
  return (
    <p className={styles.as}>
      <Icon name="person" />
      <span>{t('builder.previewAs', { name: fullName ?? email })}</span>
    </p>
  );
}

function Waiting() {
  const { t } = useText();
  return (
    <>
      <PageHeader title={t('builder.title')} />
      <div className={styles.waiting} role="status">
        <p className={styles.waitingTitle}>{t('builder.waiting')}</p>
        <p>{t('builder.waiting.detail')}</p>
      </div>
    </>
  );
}

function Preview({ posted }: { readonly posted: PostedPage }) {
  const { t } = useText();
  const { sites, colors, error, retry } = useSites();
  const page = useMemo(() => {
    const { name, installationId, definitions, filters } = numberWidgets(posted);
    return {
      name: name || t('builder.unnamed'),
      dashboard: '',
      installationId,
      pages: [],
      widgets: definitions,
      filters,
    };
  }, [posted, t]);
  if (error) return <LoadFailed code={findErrorCode(error)} retry={retry} />;
  return sites === null ? <Loader /> : <ShownPage page={page} sites={sites} colors={colors} />;
}
