import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { useFileChooser } from '../../../ui/file-field.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { PageDrop } from '../../../ui/page-drop.tsx';
import { CheckedFile } from './file/checked-file.tsx';
import { DropZone } from './file/drop-zone.tsx';
import { FaultsDialog } from './file/faults-dialog.tsx';
import { Guidelines, saveExample } from './guide/guidelines.tsx';
import { TillDialog } from './guide/till-dialog.tsx';
import styles from './import.module.css';
import { ImportsCard } from './imports-card.tsx';
import { useImport } from './use-import.ts';

/** M02: select, check and import a file of receipts, and undo imports. */
export function ImportPage() {
  const { t } = useText();
  const importing = useImport();
  const { stage, shops, choose } = importing;
  const [hidden, setHidden] = useState<File | null>(null);
  const [isTillOpen, setTillOpen] = useState(false);
  const chooser = useFileChooser({ label: t('salesImport.file'), accept: '.csv,.xlsx,.xls', onChoose: choose });
  const pick = chooser.open;
  const showsFaults = stage.kind === 'faulty' && stage.file !== hidden;
  return (
    <div data-usage="sales">
      <PageHeader
        title={t('salesImport.title')}
        actions={
          <>
            <Button icon="download" onClick={() => saveExample(shops)}>
              {t('salesImport.example')}
            </Button>
            <Button icon="lock" onClick={() => setTillOpen(true)}>
              {t('salesImport.till')}
            </Button>
          </>
        }
      />
      {chooser.input}
      <div className={styles.page}>
        <div className={styles.main}>
          <section className={styles.card} aria-label={t('salesImport.file')}>
            <DropZone importing={importing} onPick={pick} />
            <CheckedFile importing={importing} onShowFaults={() => setHidden(null)} />
          </section>
          <ImportsCard shops={shops} />
        </div>
        <Guidelines shops={shops} />
      </div>
      <PageDrop text={t('salesImport.dropToCheck')} onDrop={choose} />
      {showsFaults && (
        <FaultsDialog
          faults={stage.faults}
          faultyRows={stage.faultyRows}
          onClose={() => setHidden(stage.file)}
          onChoose={() => {
            setHidden(stage.file);
            pick();
          }}
        />
      )}
      {isTillOpen && <TillDialog shops={shops} onClose={() => setTillOpen(false)} />}
    </div>
  );
}
