import type { Span } from '@atrium/domain/core';
import { type NumberKey, readNumberKey, writeNumberKey } from '@atrium/domain/dashboards/explain';
import type { CompareMode, DayRange, Metric, RawQuery } from '@atrium/domain/measurements';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { openMetrics } from '../../i18n/index.ts';
import type { Site } from '../site/site.ts';

/** A number that can be explained, and all it takes. */
export interface Explained {
  readonly title: string;
  /** The zones or sites it is about. */
  readonly place: string;
  readonly metric: Metric;
  /** Answers this number alone. */
  readonly query: RawQuery;
  /** The stretch of time it stands for. */
  readonly span: Span;
  /** The days of the page, for a link that shows the same ones tomorrow. */
  readonly ranges: readonly DayRange[];
  readonly site: Site;
  /** What it is compared with; null when it isn't, or over days that lie apart. */
  readonly mode: CompareMode | null;
  /** With its unit. */
  readonly format: (value: number | null) => string;
  /** The numbers beside it, itself among them; empty where it stands alone. */
  readonly siblings: readonly Sibling[];
}

export interface Sibling {
  readonly name: string;
  readonly isThis: boolean;
  readonly open: () => void;
}

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

const Panel = lazy(() => import('./explain-panel.tsx').then(({ ExplainPanel }) => ({ default: ExplainPanel })));

const mark = '#explain=';

/** A page whose numbers explain themselves, one at a time, in a panel beside it; the address says which. */
export function ExplainProvider({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useCallback((key: NumberKey, explained: Explained) => {
    setOpened({ key, explained });
    writeMark(`${mark}${writeNumberKey(key)}`);
  }, []);
  const close = useCallback(() => {
    setOpened(null);
    writeMark('');
  }, []);
  const explaining = useMemo(() => ({ opened, open, close }), [opened, open, close]);
  return (
    <ExplainContext value={explaining}>
      {children}
      {opened && (
        <Suspense>
          <Panel
            key={writeNumberKey(opened.key)}
            explained={opened.explained}
            mark={`${mark}${writeNumberKey(opened.key)}`}
            close={close}
          />
        </Suspense>
      )}
    </ExplainContext>
  );
}

/** Says nothing to the router: the page stays the same, only its address says more. */
function writeMark(to: string): void {
  if (location.hash === to) return;
  window.history.replaceState(window.history.state, '', `${location.pathname}${location.search}${to}`);
}

export interface Explains {
  /** `part` says which of the numbers, where one name stands for several; `span` which point of its course. */
  readonly open: (part?: string, span?: Span | null) => void;
  /** The number itself stands explained beside the page. */
  readonly isOpen: (part?: string) => boolean;
}

/** Null of a number that cannot be explained. A promise where what describes it is fetched when somebody asks. */
type Describe = (part: string, span: Span | null) => Explained | null | Promise<Explained | null>;

/**
 * Lets numbers of the page explain themselves. `describe` is asked for a number, or for its value of a stretch of time.
 * Null where the page explains nothing.
 */
export function useExplain(name: string, describe: Describe): Explains | null {
  const explaining = use(ExplainContext);
  const { opened, open } = explaining ?? {};
  const isAnswered = useRef(false);
  useEffect(() => {
    if (open === undefined || opened != null || isAnswered.current || !location.hash.startsWith(mark)) return;
    const wanted = readNumberKey(location.hash.slice(mark.length));
    const part = wanted && partOf(wanted.name, name);
    if (wanted === null || part === null) return;
    const described = describe(part, wanted.span);
    if (described === null) return;
    isAnswered.current = true;
    void worded(described).then((explained) => explained && open(wanted, explained));
  }, [name, describe, open, opened]);
  if (open === undefined) return null;
  return {
    open: (part = '', span = null) => {
      const key = { name: nameOf(name, part), span };
      void worded(describe(part, span)).then((explained) => explained && open(key, explained));
    },
    isOpen: (part = '') => opened?.key.name === nameOf(name, part) && opened.key.span === null,
  };
}

/** With the messages to say it in. */
async function worded(described: ReturnType<Describe>): Promise<Explained | null> {
  const [explained] = await Promise.all([described, openMetrics()]);
  return explained;
}

function nameOf(name: string, part: string): string {
  return part === '' ? name : `${name}:${part}`;
}

function partOf(full: string, name: string): string | null {
  if (full === name) return '';
  return full.startsWith(`${name}:`) ? full.slice(name.length + 1) : null;
}
