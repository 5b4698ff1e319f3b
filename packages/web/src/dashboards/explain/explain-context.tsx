import type { Span } from '@atrium/domain/core';
import type { NumberKey } from '@atrium/domain/dashboards/explain';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { loadMetricsMessages } from '../../i18n/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { type Describe, type Explained, explainHash } from './explained.ts';

interface Opened {
  readonly key: NumberKey;
  readonly explained: Explained;
}

interface Explaining {
  readonly opened: Opened | null;
  readonly open: (key: NumberKey, explained: Explained) => void;
  readonly close: () => void;
}

const ExplainContext = createContext<Explaining | null>(null);

const Panel = lazyComponent(() => import('./explain-panel.tsx').then(({ ExplainPanel }) => ExplainPanel));

/** Provides explanations for a page's numbers. A panel next to the page shows one at a time, and the URL names it. */
export function ExplainProvider({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useCallback((key: NumberKey, explained: Explained) => setOpened({ key, explained }), []);
  const close = useCallback(() => setOpened(null), []);
  const explaining = useMemo(() => ({ opened, open, close }), [opened, open, close]);
  return (
    <ExplainContext value={explaining}>
      {children}
      {opened && <Panel key={JSON.stringify(opened.key)} at={opened.key} explained={opened.explained} close={close} />}
    </ExplainContext>
  );
}

export interface Explains {
  /** Opens the explanation. `part` selects one of several numbers of this name, `spans` parts of its time series. */
  readonly open: (part?: string, spans?: readonly Span[]) => void;
  /** Whether the number, or its value over these spans, is open. */
  readonly isOpen: (part?: string, spans?: readonly Span[]) => boolean;
}

/**
 * Makes a page's numbers explainable. `describe` returns a number's explanation, as a whole or for some spans. Returns
 * null on pages without explanations.
 */
export function useExplain(name: string, describe: Describe): Explains | null {
  const explaining = use(ExplainContext);
  const { opened, open } = explaining ?? {};
  const isAnswered = useRef(false);
  const newest = useRef(describe);
  const [, askAgain] = useState(0);
  useEffect(() => {
    newest.current = describe;
    if (open === undefined || opened != null || isAnswered.current || !location.hash.startsWith(explainHash)) return;
    isAnswered.current = true;
    void import('./open-from-hash.ts')
      .then(({ openFromHash: openMarked }) => openMarked(location.hash.slice(explainHash.length), name, describe, open))
      .then((isOpen) => {
        isAnswered.current = isOpen;
        // The number may have loaded meanwhile, so retry.
        if (!isOpen && newest.current !== describe) askAgain((times) => times + 1);
      });
  }, [name, describe, open, opened]);
  if (open === undefined) return null;
  return {
    open: (part = '', spans = []) => {
      const key = { name: nameOf(name, part), spans };
      // Loads the messages first, because `describe` uses them.
      void loadMetricsMessages()
        .then(() => describe(part, spans))
        .then((explained) => explained && open(key, explained));
    },
    isOpen: (part = '', spans = []) =>
      opened?.key.name === nameOf(name, part) && JSON.stringify(opened.key.spans) === JSON.stringify(spans),
  };
}

function nameOf(name: string, part: string): string {
  return part === '' ? name : `${name}:${part}`;
}
