import { type ReactNode, useRef } from 'react';

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
