import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import styles from '../import.module.css';

/** Takes a file that is dropped anywhere on the page, and says so while it is held over it. */
export function PageDrop({ onDrop }: { readonly onDrop: (files: readonly File[]) => void }) {
  const { t } = useText();
  const [isOver, setOver] = useState(false);
  const newest = useRef(onDrop);
  newest.current = onDrop;
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      newest.current([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return isOver ? <div className={styles.veil}>{t('salesImport.dropToCheck')}</div> : null;
}
