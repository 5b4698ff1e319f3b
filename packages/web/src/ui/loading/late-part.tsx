import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';

/** Part of a page whose code comes by itself; `waiting` stands in its place until it is there. */
export type LatePart<Props> = ComponentType<Props & { readonly waiting?: ReactNode }> & {
  /** Fetches the code, once; `load` says what becomes of it where that fails. */
  readonly fetch: () => Promise<unknown>;
};

/**
 * As React's `lazy`, but code that is there is drawn at once, and code that arrives as soon as it does. What suspends is
 * drawn 300 ms after what stood in its place was, however soon it is there: so long React has fallbacks stand at least.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
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
      // What could not be fetched is told by the page's own boundary, as any fault of drawing.
      if (fault !== null) throw fault.error;
      return there;
    });
    if (Shown !== null) return <Shown {...(props as unknown as Props)} />;
    fetch().catch(() => {});
    return waiting;
  }
  return Object.assign(Part, { fetch });
}
