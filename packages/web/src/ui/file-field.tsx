import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useText } from '../i18n/index.ts';
import styles from './file-field.module.css';
import { Button } from './form/button.tsx';
import { Icon } from './icons/index.ts';

interface FileFieldProps {
  readonly label: string;
  readonly accept: string;
  /** Name of the selected file; null if none. */
  readonly chosen: string | null;
  readonly disabled?: boolean;
  /** Error of the selected file. */
  readonly error?: string | null;
  readonly note?: ReactNode;
  readonly onChoose: (file: File) => void;
}

/** Field for one file, selected by button or by drag and drop. */
export function FileField({ label, accept, chosen, disabled = false, error = null, note, onChoose }: FileFieldProps) {
  const { t } = useText();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const choose = ([file]: readonly File[]) => {
    if (file !== undefined && !disabled) onChoose(file);
  };
  const chooser = useFileChooser({ label, accept, onChoose: choose });
  const hold = (event: DragEvent) => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div className={styles.field}>
      <span className={styles.label} id={`${id}-label`}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button in it is the first */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        data-faulty={error !== null || undefined}
        onDragOver={hold}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          choose([...event.dataTransfer.files]);
        }}
      >
        <Button
          icon="upload"
          id={`${id}-button`}
          disabled={disabled}
          aria-describedby={`${id}-label ${id}-name`}
          onClick={chooser.open}
        >
          {t('setUp.chooseFile')}
        </Button>
        <span className={styles.name} id={`${id}-name`}>
          {chosen === null ? t('setUp.noFile') : <bdi>{chosen}</bdi>}
        </span>
        {chooser.input}
      </div>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <p className={styles.error} role="alert">
        {error !== null && <Icon name="alert" size={14} />}
        {error}
      </p>
    </div>
  );
}

interface FileChooser {
  /** Opens the browser's file dialog. */
  readonly open: () => void;
  /** Hidden input; render it anywhere. */
  readonly input: ReactNode;
}

interface FileChoice {
  readonly label: string;
  /** Extensions and types, as in `accept`. */
  readonly accept: string;
  readonly onChoose: (files: readonly File[]) => void;
}

/** Selects files with our own button, because the native one uses the browser's language. */
export function useFileChooser({ label, accept, onChoose }: FileChoice): FileChooser {
  const field = useRef<HTMLInputElement>(null);
  return {
    open: () => field.current?.click(),
    input: (
      <input
        ref={field}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Reset, so that the same file can be selected again after a fix.
          currentTarget.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
    ),
  };
}
