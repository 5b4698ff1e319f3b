import { CombinedGraphQLErrors } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import {
  addTap,
  type CountDirection,
  type CurrentCount,
  countTaps,
  loadCount,
  removeTap,
  storeCount,
} from './current-count.ts';
import { SaveManualCountDocument } from './operations.generated.ts';

export interface Counting {
  /** null if no count is running or unsaved. */
  readonly count: CurrentCount | null;
  readonly isSaving: boolean;
  readonly start: (installationId: number, passageId: number) => void;
  readonly tap: (way: CountDirection) => void;
  readonly undo: () => void;
  readonly finish: () => void;
  readonly save: () => void;
  readonly discard: () => void;
}

/** Manages this device's count, stored with every tap until it is saved. */
export function useCurrentCount(): Counting {
  const { t } = useText();
  const client = useApolloClient();
  const [count, setCount] = useState(() => loadCount(localStorage));
  const [send, { loading }] = useMutation(SaveManualCountDocument);
  const set = (next: CurrentCount | null) => {
    storeCount(localStorage, next);
    setCount(next);
  };
  const save = async (over: CurrentCount) => {
    const { clientId, passageId, startedAt, finishedAt } = over;
    if (finishedAt === null) return;
    const [along, against] = [[...countTaps(over, 'along')], [...countTaps(over, 'against')]];
    try {
      await send({ variables: { clientId, passageId, startedAt, finishedAt, along, against } });
    } catch (error) {
      const said = CombinedGraphQLErrors.is(error) ? error.errors[0]?.message : undefined;
      showToast('error', said === undefined ? t('setUp.count.notSaved') : `${t('setUp.count.notSaved')} ${said}`);
      return;
    }
    set(null);
    showToast('success', t('setUp.count.saved'));
    await client.refetchQueries({ include: ['ManualCounts'] });
  };
  const isOver = count !== null && count.finishedAt !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: sends the count as of the reconnection
  useEffect(() => {
    if (!isOver) return;
    const again = () => void save(count);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isOver]);
  return {
    count,
    isSaving: loading,
    start: (installationId, passageId) =>
      set({
        clientId: crypto.randomUUID(),
        installationId,
        passageId,
        startedAt: Date.now(),
        finishedAt: null,
        taps: [],
      }),
    tap: (way) => count !== null && set(addTap(count, way, Date.now())),
    undo: () => count !== null && set(removeTap(count)),
    finish() {
      if (count === null) return;
      const over = { ...count, finishedAt: Date.now() };
      set(over);
      void save(over);
    },
    save: () => count !== null && void save(count),
    discard: () => set(null),
  };
}
