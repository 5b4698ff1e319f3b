import { type ReactNode, useRef } from 'react';

interface FileChooser {
  /** Asks the browser for a file. */
  readonly open: () => void;
  /** To be put anywhere on the page: it is not seen. */
  readonly input: ReactNode;
}

interface FileChoice {
  readonly label: string;
  /** Ends of names and types, as the browser's `accept` has them. */
  readonly accept: string;
  readonly onChoose: (files: readonly File[]) => void;
}

/** Files are chosen by a button of ours: the browser's own field speaks the browser's language. */
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
          // The same file again, once it is mended, is a choice too.
          currentTarget.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
    ),
  };
}
