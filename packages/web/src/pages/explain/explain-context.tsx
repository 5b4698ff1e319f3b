import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { Span } from '@atrium/domain/core';
import type { NumberKey } from '@atrium/domain/pages/explain';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { loadMetricsMessages, useText } from '../../i18n/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import type { AskNumber } from './explain-number.ts';
import { type Explained, explainHash } from './explained.ts';

interface Opened {
  readonly key: NumberKey;
  readonly explained: Explained;
}

interface Explaining {
  readonly opened: Opened | null;
  readonly open: (key: NumberKey, explained: Explained) => void;
  readonly close: () => void;
  readonly client: ApolloClient;
}

const ExplainContext = createContext<Explaining | null>(null);

const Panel = lazyComponent(() => import('./explain-panel.tsx').then(({ ExplainPanel }) => ExplainPanel));

/** Provides explanations for a page's numbers. A panel next to the page shows one at a time, and the URL names it. */
export function ExplainProvider({ children }: { readonly children: ReactNode }) {
  const client = useApolloClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useCallback((key: NumberKey, explained: Explained) => setOpened({ key, explained }), []);
  const close = useCallback(() => setOpened(null), []);
  const explaining = useMemo(() => ({ opened, open, close, client }), [opened, open, close, client]);
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

/** Loaded on demand, with the messages that it uses. */
const loadExplainer = () =>
  Promise.all([import('./explain-number.ts'), loadMetricsMessages()]).then(([explainer]) => explainer);

/**
 * Makes a page's numbers explainable. `ask` returns a number's question. `name` distinguishes the numbers of several
 * sources on one page. Returns null on pages without explanations.
 */
export function useExplain(name: string, ask: AskNumber): Explains | null {
  const explaining = use(ExplainContext);
  const { opened, open, client } = explaining ?? {};
  const reader = useText();
  const isAnswered = useRef(false);
  const newest = useRef(ask);
  const [, askAgain] = useState(0);
  useEffect(() => {
    newest.current = ask;
    if (open === undefined || client === undefined || opened != null || isAnswered.current) return;
    if (!location.hash.startsWith(explainHash)) return;
    isAnswered.current = true;
    void loadExplainer()
      .then(({ openFromHash }) =>
        openFromHash(location.hash.slice(explainHash.length), name, { ask, reader, client }, open),
      )
      .then((isOpen) => {
        isAnswered.current = isOpen;
        // The number may have loaded meanwhile, so retry.
        if (!isOpen && newest.current !== ask) askAgain((times) => times + 1);
      });
  }, [name, ask, open, opened, reader, client]);
  if (open === undefined || client === undefined) return null;
  const nameOf = (part: string) => (name === '' ? part : `${name}:${part}`);
  return {
    open: (part = '', spans = []) =>
      void loadExplainer()
        .then(({ explainPart }) => explainPart(part, spans, { ask, reader, client }))
        .then((explained) => explained && open({ name: nameOf(part), spans }, explained)),
    isOpen: (part = '', spans = []) =>
      opened?.key.name === nameOf(part) && JSON.stringify(opened.key.spans) === JSON.stringify(spans),
  };
}
