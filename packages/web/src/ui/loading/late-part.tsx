import { type ComponentType, use } from 'react';

/** Part of a page whose code comes by itself. Stands in a `Suspense` until it is there. */
export type LatePart<Props> = ComponentType<Props> & {
  /** Fetches the code, once; `load` says what becomes of it where that fails. */
  readonly fetch: () => Promise<unknown>;
};

/**
 * As React's `lazy`, but code that is there is drawn at once. What `lazy` draws for the first time is always waited for,
 * be it a moment, and what stood in its place then stays for 300 ms: so long React has fallbacks stand at least.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let coming: Promise<ComponentType<Props>> | null = null;
  let there: ComponentType<Props> | null = null;
  function fetch() {
    coming ??= load().then((part) => {
      there = part;
      return part;
    });
    return coming;
  }
  function Part(props: Props) {
    const Shown = there ?? use(fetch());
    return <Shown {...props} />;
  }
  return Object.assign(Part, { fetch });
}
