import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer, useZone } from '../../people/organization/index.ts';
import { useFileChooser } from '../../ui/file-field.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { PageDrop } from '../../ui/page-drop.tsx';
import { SampleCard } from '../first-steps/sample-card.tsx';
import { ChangeList } from './change-list.tsx';
import { NewSite } from './new-site.tsx';
import {
  ApplySiteFileDocument,
  type ApplySiteFileMutation,
  SetUpSitesDocument,
  type SetUpSitesQuery,
  SiteFileTextDocument,
} from './operations.generated.ts';
import styles from './set-up-sites.module.css';

/** Upload limit of the server, bytes. */
const maxBytes = 5_000_000;

type Outcome = ApplySiteFileMutation['applySiteFile'];

/** Exports and imports all sites as a file. Shows the changes before they are applied. */
function SiteFileButtons() {
  const { t } = useText();
  const client = useApolloClient();
  const [apply, { loading }] = useMutation(ApplySiteFileDocument);
  const [checked, setChecked] = useState<{ readonly file: string; readonly outcome: Outcome } | null>(null);

  async function download() {
    const answer = await client.query({ query: SiteFileTextDocument, fetchPolicy: 'no-cache' }).catch(() => null);
    if (answer?.data === undefined) return showToast('error', t('setUp.failed'));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([answer.data.siteFile], { type: 'application/yaml' }));
    link.download = 'sites.yaml';
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async function check(chosen: File | undefined) {
    if (chosen === undefined) return;
    if (chosen.size > maxBytes) return showToast('error', t('setUp.file.tooLarge'));
    const file = await chosen.text();
    const answer = await apply({ variables: { file, dryRun: true } }).catch(() => null);
    if (answer?.data == null) return showToast('error', t('setUp.failed'));
    setChecked({ file, outcome: answer.data.applySiteFile });
  }

  async function confirm(file: string) {
    const answer = await apply({ variables: { file, dryRun: false } }).catch(() => null);
    if (answer?.data?.applySiteFile.applied !== true) return showToast('error', t('setUp.notSaved'));
    setChecked(null);
    showToast('success', t('setUp.saved'));
    await client.refetchQueries({ include: 'active' }).catch(() => {});
  }

  const chooser = useFileChooser({
    label: t('setUp.file.apply'),
    accept: '.yaml,.yml,.json',
    onChoose: ([file]) => void check(file),
  });
  return (
    <>
      <Button icon="download" onClick={() => void download()}>
        {t('setUp.file')}
      </Button>
      <Button icon="upload" aria-busy={loading} onClick={chooser.open}>
        {t('setUp.file.apply')}
      </Button>
      {chooser.input}
      <PageDrop text={t('setUp.dropFile')} onDrop={([file]) => void check(file)} />
      {checked !== null && (
        <FileDifference
          outcome={checked.outcome}
          isBusy={loading}
          onClose={() => setChecked(null)}
          onConfirm={() => void confirm(checked.file)}
        />
      )}
    </>
  );
}

function FileDifference({
  outcome: { problems, changeCount, leadingChanges },
  isBusy,
  onClose,
  onConfirm,
}: {
  outcome: Outcome;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { t } = useText();
  const zone = useZone();
  const isGood = problems.length === 0;
  return (
    <Dialog
      wide
      title={t(isGood ? 'setUp.difference' : 'setUp.file.problems', {
        count: isGood ? changeCount : problems.length,
      })}
      onClose={onClose}
      actions={
        isGood && changeCount > 0 ? (
          <>
            <Button onClick={onClose}>{t('app.cancel')}</Button>
            <Button look="primary" aria-busy={isBusy} onClick={onConfirm}>
              {t('setUp.save', { count: changeCount })}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('app.close')}</Button>
        )
      }
    >
      {isGood && changeCount === 0 && <p>{t('setUp.noChange')}</p>}
      {isGood ? (
        <ChangeList changes={leadingChanges} count={changeCount} zone={zone} />
      ) : (
        <ul className={styles.problems}>
          {problems.map(({ line, column, message }) => (
            <li key={`${line} ${column} ${message}`} className={styles.problem}>
              {t('setUp.file.line', { line })} <bdi lang="en">{message}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Sites in set-up, with links to their editors. */
export function SetUpSitesPage() {
  const { t } = useText();
  const viewer = useViewer();
  const { data, error } = useQuery(SetUpSitesDocument, { fetchPolicy: 'cache-and-network' });
  const { hash } = useLocation();
  const [isNew, setNew] = useState(hash === 'new');
  const sites = data?.editedSites;
  return (
    <>
      <PageHeader
        title={t('shell.siteSetup')}
        actions={
          <>
            {mayDo(viewer, 'siteFile') && sites !== undefined && <SiteFileButtons />}
            <Button look="primary" icon="plus" disabled={sites === undefined} onClick={() => setNew(true)}>
              {t('setUp.newSite')}
            </Button>
          </>
        }
      />
      {sites === undefined && error !== undefined && (
        <p className={styles.note}>{t(viewer.installationIds === null ? 'setUp.failed' : 'setUp.wholeOnly')}</p>
      )}
      {sites === undefined && error === undefined && <Loading className={styles.ghost} />}
      {sites?.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{t('setUp.empty')}</p>
          <p>{t('setUp.emptyText')}</p>
        </div>
      )}
      {sites !== undefined && sites.length > 0 && (
        <ul className={styles.list}>
          {sites.map((site) => (
            <Row key={site.id} site={site} />
          ))}
        </ul>
      )}
      {sites !== undefined && (
        <div className={styles.sample}>
          <SampleCard />
        </div>
      )}
      {isNew && <NewSite onClose={() => setNew(false)} />}
    </>
  );
}

function Row({ site }: { site: SetUpSitesQuery['editedSites'][number] }) {
  const { t } = useText();
  return (
    <li>
      <Link className={styles.row} to="/settings/sites/$siteId" params={{ siteId: String(site.id) }}>
        <span className={styles.name}>{site.name}</span>
        <span className={styles.place}>
          {site.city !== null && `${site.city} · `}
          <bdi>{site.timezone}</bdi>
        </span>
        <span className={styles.counts}>
          {t('setUp.counts', { zones: site.zones, doors: site.passages, devices: site.devices })}
        </span>
      </Link>
    </li>
  );
}
