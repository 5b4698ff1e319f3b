import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useZone } from '../../organization/index.ts';
import { Dialog } from '../../ui/dialog/index.ts';
import { PageDrop, useFileChooser } from '../../ui/files/index.ts';
import { Button } from '../../ui/form/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { ChangeList } from '../difference/change-list.tsx';
import { ApplySiteFileDocument, type ApplySiteFileMutation, SiteFileTextDocument } from '../operations.generated.ts';
import styles from './set-up-sites.module.css';

/** Upload limit of the server, bytes. */
const maxBytes = 5_000_000;

type Outcome = ApplySiteFileMutation['applySiteFile'];

/** Exports and imports all sites as a file. Shows the changes before they are applied. */
export function SiteFileButtons() {
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
