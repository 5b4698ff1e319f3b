import { useApolloClient } from '@apollo/client/react';
import { begun, type History, recorded, redone, undone } from '@atrium/domain/dashboards/layout';
import { type DashboardContent, type PageContent, pageOf } from '@atrium/domain/dashboards/pages';
import { useEffect, useRef, useState } from 'react';
import { useUnsavedChanges } from '../../../ui/leaving/index.ts';
import { DashboardDraftDocument } from '../operations.generated.ts';
import { type Draft, draftOf, sendDraft } from './draft.ts';
import { createKeeper, type Keeping } from './keeper.ts';

/** A draft while it is worked on. */
export interface DraftWork {
  /** As it was last read or published; what it holds now is `content`. */
  readonly draft: Draft;
  readonly content: DashboardContent;
  /** The page that is worked on. */
  readonly page: PageContent;
  readonly openPage: (key: string) => void;
  /** Changes in a row that say the same `step` are undone at once. */
  readonly change: (next: DashboardContent, step?: string | null) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly keeping: Keeping;
  /** Keeps what waits, at once: the version that is kept then, null where that did not work. */
  readonly keepNow: () => Promise<number | null>;
  /** Goes on with what the server has, whatever was made here. */
  readonly takeTheirs: () => Promise<void>;
  /** Goes on with what was made here, whatever somebody else did. */
  readonly takeMine: () => Promise<void>;
  /** Something else was published meanwhile: that is what the draft is compared with from now on. */
  readonly compareAnew: () => Promise<void>;
  /** After it was published, or gone back to what was: this is the draft now. */
  readonly goOnWith: (draft: Draft) => void;
}

/** Undo over all pages of a dashboard, and a draft that is kept at every change. */
export function useDraftWork(read: Draft): DraftWork {
  const client = useApolloClient();
  const [draft, setDraft] = useState(read);
  const [history, setHistory] = useState<History<DashboardContent>>(() => begun(read.content));
  const [pageKey, setPageKey] = useState(read.content.pages[0]?.key ?? '');
  const [keeping, setKeeping] = useState<Keeping>({ kind: 'kept' });
  const create = ({ id, version, content }: Draft) =>
    createKeeper({ version, content }, (next, seen) => sendDraft(client, id, next, seen), setKeeping);
  const keeper = useRef<ReturnType<typeof createKeeper> | null>(null);
  keeper.current ??= create(read);
  const content = history.present;
  const page = pageOf(content, pageKey) ?? content.pages[0] ?? emptyPage;

  useEffect(() => keeper.current?.offer(content), [content]);
  useEffect(() => () => void keeper.current?.flush(), []);

  function goOnWith(next: Draft) {
    keeper.current = create(next);
    setDraft(next);
    setHistory(begun(next.content));
    setKeeping({ kind: 'kept' });
  }

  async function theirs(): Promise<Draft | null> {
    const query = {
      query: DashboardDraftDocument,
      variables: { draftId: draft.id },
      fetchPolicy: 'network-only',
    } as const;
    const answer = await client.query(query).catch(() => null);
    if (answer?.data === undefined) setKeeping({ kind: 'failed' });
    return answer?.data === undefined ? null : draftOf(answer.data.dashboardDraft);
  }

  const keepNow = async () => ((await keeper.current?.flush()) ? (keeper.current?.version() ?? null) : null);
  const isStuck = keeping.kind !== 'kept' && keeping.kind !== 'waiting';
  useUnsavedChanges({
    isDirty: isStuck,
    save: async () => (await keepNow()) !== null,
    discard: () => goOnWith(draft),
  });

  return {
    draft,
    content,
    page,
    openPage: setPageKey,
    change: (next, step = null) => setHistory((before) => recorded(before, next, step)),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    keeping,
    keepNow,
    async takeTheirs() {
      const there = await theirs();
      if (there !== null) goOnWith(there);
    },
    async takeMine() {
      const there = await theirs();
      if (there === null) return;
      keeper.current?.goOnFrom(there.version);
      await keepNow();
    },
    async compareAnew() {
      const there = await theirs();
      if (there === null) return;
      // As kept by somebody else as well: then keeping says so.
      if (keeper.current?.version() !== there.version) setKeeping({ kind: 'conflict' });
      setDraft((before) => ({ ...before, published: there.published, publishedAt: there.publishedAt }));
    },
    goOnWith,
  };
}

/** Stands for the page of a dashboard that has none, which nothing writes. */
const emptyPage: PageContent = { key: '', name: '', icon: null, widgets: [], filters: [] };
