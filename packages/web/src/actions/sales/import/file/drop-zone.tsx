import { useText } from '../../../../i18n/index.ts';
import { Button, IconButton } from '../../../../ui/form/button.tsx';
import { Icon } from '../../../../ui/icons/index.ts';
import styles from '../import.module.css';
import { formatSize, isolateText } from '../import-text.ts';
import type { SalesImporting } from '../use-import.ts';
import type { FileCheck } from './check-file.ts';

const separatorNames = {
  ',': 'salesImport.separator.comma',
  ';': 'salesImport.separator.semicolon',
  '\t': 'salesImport.separator.tab',
  '|': 'salesImport.separator.bar',
} as const;

const encodingNames = { 'utf-8': 'UTF-8', 'utf-16': 'UTF-16', 'windows-1252': 'Windows-1252' } as const;

/** Selects a file by button or drag and drop, and describes the selected one. */
export function DropZone({ importing, onPick }: { readonly importing: SalesImporting; readonly onPick: () => void }) {
  const { t, locale } = useText();
  const { stage, isLoading, hasFailed, remove } = importing;
  const file = stage.kind === 'none' ? null : stage.file;
  const isSending = stage.kind === 'sending';
  return (
    <div className={styles.drop} data-faulty={stage.kind === 'faulty' || undefined}>
      <Icon name={file === null ? 'upload' : 'table'} size={24} />
      <div className={styles.fileName}>
        <p className={styles.strong}>{file === null ? t('salesImport.drop') : <bdi>{file.name}</bdi>}</p>
        <p className={styles.note}>
          {file === null
            ? t('salesImport.formats')
            : [formatSize(file.size, locale), ...toldOf(stage, t)].map(isolateText).join(' · ')}
        </p>
      </div>
      <span className={styles.another}>{file !== null && !isSending && t('salesImport.dropAnother')}</span>
      <Button onClick={onPick} disabled={isSending || isLoading || hasFailed}>
        {t('salesImport.choose')}
      </Button>
      {file !== null && !isSending && <IconButton icon="close" label={t('salesImport.remove')} onClick={remove} />}
    </div>
  );
}

type Translate = ReturnType<typeof useText>['t'];

function toldOf(stage: SalesImporting['stage'], t: Translate): readonly string[] {
  if (stage.kind === 'checking') return [t('salesImport.checking')];
  return stage.kind === 'none' ? [] : checkWords(stage.check, t);
}

function checkWords(
  { separator, encoding, isHeaderSkipped, hasMoreColumns }: FileCheck,
  t: Translate,
): readonly string[] {
  return [
    ...(separator === null ? [] : [t(separatorNames[separator])]),
    ...(encoding === null ? [] : [`\u2066${encodingNames[encoding]}\u2069`]),
    ...(isHeaderSkipped ? [t('salesImport.headerSkipped')] : []),
    ...(hasMoreColumns ? [t('salesImport.moreColumns')] : []),
  ];
}
