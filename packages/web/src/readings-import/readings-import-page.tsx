import { useText } from '../i18n/index.ts';
import { FileField } from '../ui/files/index.ts';
import { Button } from '../ui/form/index.ts';
import { PageHeader } from '../ui/page/index.ts';
import { CardStack, SectionCard } from '../ui/sections/index.ts';
import { ColumnTable } from './column-table.tsx';
import { MoreChoices } from './more-choices.tsx';
import { Outcome } from './outcome.tsx';
import styles from './readings-import.module.css';
import { useReadingsImport } from './use-readings-import.ts';

/** Import of past readings: meaning of the columns, check, and import. */
export function ReadingsImportPage() {
  const { t } = useText();
  const importing = useReadingsImport();
  const { chosen, stage, problem } = importing;
  const isBusy = stage.kind === 'checking' || stage.kind === 'importing';
  return (
    <>
      <PageHeader title={t('shell.readings')} />
      <p className={styles.intro}>{t('setUp.readings.intro')}</p>
      <CardStack>
        <SectionCard title={t('setUp.readings.file')}>
          <FileField
            label={t('setUp.readings.choose')}
            accept=".csv,.tsv,.txt,.gz,text/csv,text/plain,application/gzip"
            chosen={chosen?.file.name ?? null}
            disabled={isBusy}
            error={stage.kind === 'tooLarge' || stage.kind === 'unreadable' ? t(`setUp.readings.${stage.kind}`) : null}
            onChoose={(file) => void importing.choose(file)}
          />
        </SectionCard>
        {chosen !== null && (
          <SectionCard title={t('setUp.readings.columns')}>
            <ColumnTable columns={chosen.columns} importing={importing} isBusy={isBusy} />
            <MoreChoices importing={importing} isBusy={isBusy} />
            <div className={styles.act}>
              <Button
                look={stage.kind === 'checked' ? 'plain' : 'primary'}
                disabled={problem !== null || isBusy}
                aria-busy={stage.kind === 'checking'}
                onClick={() => void importing.check()}
              >
                {t('setUp.readings.check')}
              </Button>
              {problem !== null && <span className={styles.note}>{t(`setUp.readings.fault.${problem}`)}</span>}
            </div>
          </SectionCard>
        )}
        {chosen !== null && <Outcome importing={importing} timezone={importing.choices.timezone} />}
      </CardStack>
    </>
  );
}
