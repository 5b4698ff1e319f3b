import { type ApolloClient, CombinedGraphQLErrors } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { type DashboardContent, findPage, type PageContent } from '@atrium/domain/pages/content';
import { createHistory, type History, recordState, redoStep, undoStep } from '@atrium/domain/pages/layout';
import { useEffect, useRef, useState } from 'react';
import { useUnsavedChanges } from '../../ui/leaving/exit-state.ts';
import { createAutosave, type SaveResult, type SaveStatus } from './autosave.ts';
import { DashboardDraftDocument, type DraftFragment, SaveDashboardDraftDocument } from './operations.generated.ts';

/** A draft as the API returns it. */
export interface Draft extends Pick<DraftFragment, 'id' | 'version' | 'dashboardId' | 'isTouched' | 'publishedAt'> {
  readonly content: DashboardContent;
  /** Null if it was never published. */
  readonly published: DashboardContent | null;
}

/** The server only stores content that it could parse. */
export const toDraft = (answer: DraftFragment): Draft => ({
  ...answer,
  content: answer.content as DashboardContent,
  published: answer.published as DashboardContent | null,
});

async function sendDraft(
  client: ApolloClient,
  draftId: number,
  content: DashboardContent,
  version: number,
): Promise<SaveResult> {
  const variables = { draftId, version, content };
  try {
    const { data } = await client.mutate({ mutation: SaveDashboardDraftDocument, variables });
    return data === undefined || data === null
      ? { kind: 'failed' }
      : { kind: 'kept', version: data.saveDashboardDraft.version };
  } catch (error) {
    const refusal = findRefusal(error);
    if (refusal === null) return { kind: 'failed' };
    return refusal.field === 'version' ? { kind: 'conflict' } : { kind: 'refused', why: refusal.message };
  }
}

/** Returns the validation error of the server; null for any other failure. */
export function findRefusal(error: unknown): { readonly field: unknown; readonly message: string } | null {
  const [first] = CombinedGraphQLErrors.is(error) ? error.errors : [];
  if (first?.extensions?.code !== 'BAD_INPUT') return null;
  return { field: first.extensions.field, message: first.message };
}

/** A draft that is being edited. */
export interface DraftWork {
  /** As last loaded or published. The current state is `content`. */
  readonly draft: Draft;
  readonly content: DashboardContent;
  /** The open page. */
  readonly page: PageContent;
  readonly openPage: (key: string) => void;
  /** Applies a change. Consecutive changes with the same `step` are one undo step. */
  readonly change: (next: DashboardContent, step?: string | null) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly keeping: SaveStatus;
  /** Saves pending changes at once. Resolves to the saved version, or null if that failed. */
  readonly saveNow: () => Promise<number | null>;
  /** Resolves a conflict with the server's content and discards local changes. */
  readonly discardLocal: () => Promise<void>;
  /** Resolves a conflict with the local content and overwrites the other user's changes. */
  readonly overwriteServer: () => Promise<void>;
  /** Loads the version published in the meantime, to compare the draft with it. */
  readonly reloadPublished: () => Promise<void>;
  /** Replaces the draft, after publishing or after restoring a version. */
  readonly replaceDraft: (draft: Draft) => void;
}

/** Edits a draft with undo across all pages, and saves every change. */
export function useDraftWork(read: Draft): DraftWork {
  const client = useApolloClient();
  const [draft, setDraft] = useState(read);
  const [history, setHistory] = useState<History<DashboardContent>>(() => createHistory(read.content));
  const [pageKey, setPageKey] = useState(read.content.pages[0]?.key ?? '');
  const [keeping, setKeeping] = useState<SaveStatus>({ kind: 'kept' });
  const create = ({ id, version, content }: Draft) =>
    createAutosave({ version, content }, (next, seen) => sendDraft(client, id, next, seen), setKeeping);
  const keeper = useRef<ReturnType<typeof createAutosave> | null>(null);
  keeper.current ??= create(read);
  const content = history.present;
  const page = findPage(content, pageKey) ?? content.pages[0] ?? emptyPage;

  useEffect(() => keeper.current?.offer(content), [content]);
  useEffect(() => () => void keeper.current?.flush(), []);

  function replaceDraft(next: Draft) {
    keeper.current = create(next);
    setDraft(next);
    setHistory(createHistory(next.content));
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
    return answer?.data === undefined ? null : toDraft(answer.data.dashboardDraft);
  }

  const saveNow = async () => ((await keeper.current?.flush()) ? (keeper.current?.version() ?? null) : null);
  const isStuck = keeping.kind !== 'kept' && keeping.kind !== 'waiting';
  useUnsavedChanges({
    isDirty: isStuck,
    save: async () => (await saveNow()) !== null,
    discard: () => replaceDraft(draft),
  });

  return {
    draft,
    content,
    page,
    openPage: setPageKey,
    change: (next, step = null) => setHistory((before) => recordState(before, next, step)),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undoStep),
    redo: () => setHistory(redoStep),
    keeping,
    saveNow,
    async discardLocal() {
      const there = await theirs();
      if (there !== null) replaceDraft(there);
    },
    async overwriteServer() {
      const there = await theirs();
      if (there === null) return;
      keeper.current?.setBaseVersion(there.version);
      await saveNow();
    },
    async reloadPublished() {
      const there = await theirs();
      if (there === null) return;
      // Another user also saved the draft, so report the conflict.
      if (keeper.current?.version() !== there.version) setKeeping({ kind: 'conflict' });
      setDraft((before) => ({ ...before, published: there.published, publishedAt: there.publishedAt }));
    },
    replaceDraft,
  };
}

/** Placeholder for a dashboard without pages. It is never saved. */
const emptyPage: PageContent = { key: '', name: '', icon: null, widgets: [], filters: [] };
