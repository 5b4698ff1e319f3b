import type { DashboardContent } from '@atrium/domain/dashboards/pages';

/** How it stands with what somebody made of a draft. */
export type Keeping = { readonly kind: 'kept' | 'waiting' } | NotKept;

type NotKept =
  | { readonly kind: 'failed' | 'conflict' }
  /** The server takes it in no form like this. */
  | { readonly kind: 'refused'; readonly why: string };

/** What became of one attempt to keep it. */
export type Sent = { readonly kind: 'kept'; readonly version: number } | NotKept;

export interface Keeper {
  /** What is to be kept from now on; it is sent after a pause, so that a word that is typed is one change. */
  offer(content: DashboardContent): void;
  /** Sends what waits, at once; whether everything is kept then. */
  flush(): Promise<boolean>;
  /** The version there is now: what waits takes its place. */
  goOnFrom(version: number): void;
  version(): number;
  /** What is offered, kept or not. */
  content(): DashboardContent;
}

/** ms from the last change to its keeping. */
const pause = 500;

/**
 * Keeps a draft while it is worked on: one request at a time, the newest content only, never over what somebody else kept
 * meanwhile. After a failure the next change or `flush` tries again; after a conflict nothing is sent until somebody decided.
 */
export function createKeeper(
  first: { readonly version: number; readonly content: DashboardContent },
  send: (content: DashboardContent, version: number) => Promise<Sent>,
  tell: (keeping: Keeping) => void,
): Keeper {
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

  const keeper: Keeper = {
    offer(content) {
      if (content === wanted) return;
      wanted = content;
      if (isStopped) return;
      tell({ kind: 'waiting' });
      stop();
      timer = setTimeout(() => void keeper.flush(), pause);
    },
    flush() {
      stop();
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    },
    goOnFrom(now) {
      version = now;
      isStopped = false;
    },
    version: () => version,
    content: () => wanted,
  };
  return keeper;
}
