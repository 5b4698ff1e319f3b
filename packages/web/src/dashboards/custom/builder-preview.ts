import { useSyncExternalStore } from 'react';
import type { PostedPage } from './builder-message.ts';

let posted: PostedPage | null = null;
const listeners = new Set<() => void>();

/** Replaces the previewed page. */
export function preview(page: PostedPage): void {
  posted = page;
  for (const listener of listeners) listener();
}

/** Returns the previewed page; null before the first post. */
export function usePreview(): PostedPage | null {
  return useSyncExternalStore(subscribe, () => posted);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
