import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';

/** A component whose code loads separately; `waiting` is its fallback. */
export type LazyComponent<Props> = ComponentType<Props & { readonly waiting?: ReactNode }> & {
  /** Fetches the code once; `load` decides about retries. */
  readonly fetch: () => Promise<unknown>;
};

/**
 * Like React's `lazy`, but renders loaded code immediately. React shows a Suspense fallback for at least 300 ms,
 * however early the code arrives.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let coming: Promise<unknown> | null = null;
  let there: ComponentType<Props> | null = null;
  let fault: { readonly error: unknown } | null = null;
  const waitingFor = new Set<() => void>();
  function fetch() {
    coming ??= load()
      .then(
        (part) => {
          there = part;
        },
        (error: unknown) => {
          fault = { error };
          throw error;
        },
      )
      .finally(() => {
        for (const tell of waitingFor) tell();
      });
    return coming;
  }
  function listen(tell: () => void) {
    waitingFor.add(tell);
    return () => void waitingFor.delete(tell);
  }
  function Part({ waiting, ...props }: Props & { readonly waiting?: ReactNode }) {
    const Shown = useSyncExternalStore(listen, () => {
      // A failed load throws into the page's error boundary.
      if (fault !== null) throw fault.error;
      return there;
    });
    if (Shown !== null) return <Shown {...(props as unknown as Props)} />;
    fetch().catch(() => {});
    return waiting;
  }
  return Object.assign(Part, { fetch });
}
