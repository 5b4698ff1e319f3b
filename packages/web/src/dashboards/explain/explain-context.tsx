import type { Span } from '@atrium/domain/core';
import type { NumberKey } from '@atrium/domain/dashboards/explain';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { loadMetricsMessages } from '../../i18n/index.ts';
import { latePart } from '../../ui/loading/index.ts';
import { type Describe, type Explained, mark } from './number/explained.ts';

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

const Panel = latePart(() => import('./panel/explain-panel.tsx').then(({ ExplainPanel }) => ExplainPanel));

/** A page whose numbers explain themselves, one at a time, in a panel beside it; the address says which. */
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
  /** `part` says which of the numbers, where one name stands for several; `spans` which points of its course. */
  readonly open: (part?: string, spans?: readonly Span[]) => void;
  /** The number itself stands explained beside the page, or its value of these stretches of time. */
  readonly isOpen: (part?: string, spans?: readonly Span[]) => boolean;
}

/**
 * Lets numbers of the page explain themselves. `describe` is asked for a number, or for its value of stretches of time.
 * Null where the page explains nothing.
 */
export function useExplain(name: string, describe: Describe): Explains | null {
  const explaining = use(ExplainContext);
  const { opened, open } = explaining ?? {};
  const isAnswered = useRef(false);
  const newest = useRef(describe);
  const [, askAgain] = useState(0);
  useEffect(() => {
    newest.current = describe;
    if (open === undefined || opened != null || isAnswered.current || !location.hash.startsWith(mark)) return;
    isAnswered.current = true;
    void import('./open-marked.ts')
      .then(({ openMarked }) => openMarked(location.hash.slice(mark.length), name, describe, open))
      .then((isOpen) => {
        isAnswered.current = isOpen;
        // Numbers that were not there may have come meanwhile.
        if (!isOpen && newest.current !== describe) askAgain((times) => times + 1);
      });
  }, [name, describe, open, opened]);
  if (open === undefined) return null;
  return {
    open: (part = '', spans = []) => {
      const key = { name: nameOf(name, part), spans };
      // Its words first: what describes it says some of them.
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
