import { useApolloClient, useMutation } from '@apollo/client/react';
import {
  countChanges,
  type History,
  pushStep,
  redo,
  type SiteDeclaration,
  startHistory,
  undo,
} from '@atrium/domain/setup/site-files';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { useUnsavedChanges } from '../../../ui/leaving/exit-state.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { toDeclaration, toInput } from '../declaration.ts';
import { type ChangeFragment, EditSiteDocument, type EditSiteMutation } from '../operations.generated.ts';

type Problems = EditSiteMutation['editSite']['problems'];

/** An edited site: the stored version, the edited one, and the server's validation. */
export interface Editing {
  readonly stored: SiteDeclaration;
  readonly site: SiteDeclaration;
  /** Consecutive changes with the same `about` are undone together. */
  readonly change: (next: SiteDeclaration, about?: string) => void;
  readonly changes: number;
  readonly problems: Problems;
  readonly isBusy: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly discard: () => void;
  /** What saving would change; null until requested. */
  readonly difference: readonly ChangeFragment[] | null;
  readonly ask: () => Promise<void>;
  readonly forget: () => void;
  readonly save: () => Promise<boolean>;
}

interface Stored {
  readonly declaration: SiteDeclaration;
  readonly version: number;
}

/** Edits a site locally, with undo for the whole page. Saves it if its version is unchanged. */
export function useEditing(read: Stored): Editing {
  const { t } = useText();
  const client = useApolloClient();
  const [edit, { loading: isBusy }] = useMutation(EditSiteDocument);
  const [stored, setStored] = useState(read);
  const [history, setHistory] = useState<History<SiteDeclaration>>(() => startHistory(read.declaration));
  const [problems, setProblems] = useState<Problems>([]);
  const [difference, setDifference] = useState<readonly ChangeFragment[] | null>(null);
  const site = history.present;
  const changes = countChanges(stored.declaration, site);

  async function send(dryRun: boolean) {
    const variables = { declaration: toInput(site), version: stored.version, dryRun };
    const answer = await edit({ variables }).catch(() => null);
    const outcome = answer?.data?.editSite ?? null;
    if (outcome === null) showToast('error', t('setUp.notSaved'));
    else if (outcome.isConflict) showToast('error', t('setUp.conflict'));
    setProblems(outcome?.problems ?? []);
    if (outcome !== null && outcome.problems.length > 0)
      showToast('error', t('setUp.problems', { count: outcome.problems.length }));
    return outcome;
  }

  async function ask() {
    if (changes === 0 || isBusy) return;
    const outcome = await send(true);
    if (outcome !== null && !outcome.isConflict && outcome.problems.length === 0) setDifference(outcome.changes);
  }

  async function save(): Promise<boolean> {
    const outcome = await send(false);
    if (outcome?.site == null) return false;
    const declaration = toDeclaration(outcome.site.declaration);
    setStored({ declaration, version: outcome.site.version });
    setHistory(startHistory(declaration));
    setDifference(null);
    showToast('success', t('setUp.saved'));
    // Refetches lists of sites, which show names and zones.
    await client.refetchQueries({ include: 'active' }).catch(() => {});
    return true;
  }

  const editing: Editing = {
    stored: stored.declaration,
    site,
    change: (next, about) => setHistory((before) => pushStep(before, next, about ?? null)),
    changes,
    problems,
    isBusy,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    discard: () => setHistory((before) => pushStep(before, stored.declaration)),
    difference,
    ask,
    forget: () => setDifference(null),
    save,
  };
  useUnsavedChanges({ isDirty: changes > 0, save, discard: editing.discard });
  useKeys(editing);
  return editing;
}

/** Ctrl+S saves, Ctrl+Z and Shift+Ctrl+Z undo and redo, anywhere on the page. */
function useKeys(editing: Editing): void {
  const latest = useRef(editing);
  latest.current = editing;
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const { undo: back, redo: again, ask } = latest.current;
      const key = event.key.toLowerCase();
      const does =
        key === 's' ? () => void ask() : key === 'z' ? (event.shiftKey ? again : back) : key === 'y' ? again : null;
      if (does === null || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      does();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** Selection of the inspector: kind and key of a part of the site. */
export type Chosen = { readonly kind: 'zone' | 'passage' | 'device'; readonly key: string } | null;
