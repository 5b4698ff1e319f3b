import { useSyncExternalStore } from 'react';
import type { PostedPage } from './message.ts';

let posted: PostedPage | null = null;
const listeners = new Set<() => void>();

/** Puts a page into the preview, in the place of the one before. */
export function preview(page: PostedPage): void {
  posted = page;
  for (const listener of listeners) listener();
}

/** What is previewed now; null until something was posted. */
export function usePreview(): PostedPage | null {
  return useSyncExternalStore(subscribe, () => posted);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
