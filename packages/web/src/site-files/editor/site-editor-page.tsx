import { useQuery } from '@apollo/client/react';
import { useParams } from '@tanstack/react-router';
import { findErrorCode, retryQuery } from '../../answers/index.ts';
import { Loading } from '../../ui/loading/index.ts';
import { LoadFailed, usePageName } from '../../ui/page/index.ts';
import { toDeclaration } from '../declaration.ts';
import { SetUpSiteDocument } from '../operations.generated.ts';
import styles from './editor.module.css';
import { Editor } from './editor.tsx';

/** Editor of a site. Always refetched when opened, so that another user's changes are not overwritten. */
export function SiteEditorPage() {
  const { siteId } = useParams({ from: '/authenticated/settings/sites/$siteId' });
  const installationId = /^[1-9]\d{0,8}$/.test(siteId) ? Number(siteId) : 0;
  const { data, error, refetch } = useQuery(SetUpSiteDocument, {
    variables: { installationId },
    fetchPolicy: 'network-only',
  });
  usePageName(data?.editedSite.declaration.name ?? '');
  if (error !== undefined && data === undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (data === undefined) return <Loading className={styles.ghost} />;
  const { id, version, declaration } = data.editedSite;
  return <Editor key={id} read={{ id, version, declaration: toDeclaration(declaration) }} />;
}
