import type { DashboardContent } from '@atrium/domain/pages/content';

/** Save status of a draft. */
export type SaveStatus = { readonly kind: 'kept' | 'waiting' } | NotSaved;

type NotSaved =
  | { readonly kind: 'failed' | 'conflict' }
  /** The server rejects this content. Retrying does not help. */
  | { readonly kind: 'refused'; readonly why: string };

/** Result of one save. */
export type SaveResult = { readonly kind: 'kept'; readonly version: number } | NotSaved;

export interface Autosave {
  /** Schedules a save after a pause, so that typing a word is one save. */
  offer(content: DashboardContent): void;
  /** Saves pending changes at once. Resolves to whether everything is saved. */
  flush(): Promise<boolean>;
  /** Continues from this version: pending changes will overwrite it. */
  setBaseVersion(version: number): void;
  version(): number;
  /** The latest content, saved or not. */
  content(): DashboardContent;
}

/** Delay in ms between the last change and the save. */
const saveDelay = 500;

/**
 * Saves a draft while it is edited: one request at a time, only the newest content, never over another user's version.
 * After a failure the next change or `flush` retries. After a conflict nothing is sent until the user decides.
 */
export function createAutosave(
  first: { readonly version: number; readonly content: DashboardContent },
  send: (content: DashboardContent, version: number) => Promise<SaveResult>,
  tell: (keeping: SaveStatus) => void,
): Autosave {
  let { version } = first;
  let kept = first.content;
  let wanted = first.content;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<boolean> | null = null;

  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };

  async function run(): Promise<boolean> {
    while (wanted !== kept && !isStopped) {
      const content = wanted;
      const sent = await send(content, version);
      if (sent.kind !== 'kept') {
        isStopped = sent.kind === 'conflict';
        tell(sent);
        return false;
      }
      ({ version } = sent);
      kept = content;
    }
    if (wanted === kept) tell({ kind: 'kept' });
    return wanted === kept;
  }

  const keeper: Autosave = {
    offer(content) {
      if (content === wanted) return;
      wanted = content;
      if (isStopped) return;
      tell({ kind: 'waiting' });
      stop();
      timer = setTimeout(() => void keeper.flush(), saveDelay);
    },
    flush() {
      stop();
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    },
    setBaseVersion(now) {
      version = now;
      isStopped = false;
    },
    version: () => version,
    content: () => wanted,
  };
  return keeper;
}
