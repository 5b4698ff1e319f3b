import { useApolloClient, useMutation } from '@apollo/client/react';
import { decodeText } from '@atrium/domain/numbers/delimited-files';
import { useState } from 'react';
import { isolateText, useText } from '../../i18n/index.ts';
import { FileField } from '../../ui/file-field.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TextAreaField } from '../../ui/form/controls.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { ImportTargetsDocument, type ImportTargetsMutation } from './operations.generated.ts';
import styles from './targets.module.css';

type Faults = ImportTargetsMutation['importTargets']['faults'];

/** A line as files have it, in every language. */
const example = 'geneva; visitors; 2026-11; 190000';
/** Largest text, in bytes. */
const maxBytes = 1_000_000;

/** Imports lines of targets that are pasted or in a file. Lines with a fault are listed, and nothing is stored. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const client = useApolloClient();
  const [lines, setLines] = useState('');
  const [file, setFile] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>([]);
  const [send, { loading }] = useMutation(ImportTargetsDocument);
  const choose = async (chosen: File) => {
    setFile(chosen.name);
    setFaults([]);
    setProblem(chosen.size > maxBytes ? t('setUp.target.tooLarge') : null);
    if (chosen.size <= maxBytes) setLines(decodeText(new Uint8Array(await chosen.arrayBuffer())));
  };
  const go = async () => {
    setFaults([]);
    const answer = await send({ variables: { text: lines } }).catch(() => null);
    const done = answer?.data?.importTargets;
    if (done === undefined) return showToast('error', t('setUp.target.failed'));
    if (done.faults.length > 0) return setFaults(done.faults);
    await client.refetchQueries({ include: ['Targets', 'TargetProgress'] });
    showToast('success', t('setUp.target.saved', { count: done.stored }));
    onClose();
  };
  return (
    <Dialog
      wide
      title={t('setUp.target.import')}
      text={t('setUp.target.importText')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            look="primary"
            aria-busy={loading}
            disabled={lines.trim() === '' || loading}
            onClick={() => void go()}
          >
            {t('setUp.target.importNow')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextAreaField
          label={t('setUp.target.lines')}
          rows={8}
          dir="ltr"
          spellCheck={false}
          placeholder={example}
          value={lines}
          onChange={({ currentTarget: { value } }) => setLines(value)}
        />
        <FileField
          label={t('setUp.readings.file')}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          chosen={file}
          error={problem}
          onChoose={(chosen) => void choose(chosen)}
        />
        {faults.length > 0 && (
          <div role="alert">
            <p className={styles.problem}>{t('setUp.target.nothingStored')}</p>
            <ul className={styles.faults}>
              {faults.map(({ line, fault, text }) => (
                <li key={line}>
                  {t('setUp.target.fault', {
                    line,
                    fault: t(`setUp.target.fault.${fault}`),
                    text: isolateText(text),
                  })}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  );
}
