import { useEffect, useRef, useState } from 'react';
import styles from './page-drop.module.css';

interface PageDropProps {
  /** Shown while a file is dragged over the page. */
  readonly text: string;
  readonly onDrop: (files: readonly File[]) => void;
}

/** Accepts files dropped anywhere on the page. */
export function PageDrop({ text, onDrop }: PageDropProps) {
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
  return isOver ? <div className={styles.veil}>{text}</div> : null;
}
