import { expect, type Page } from '@playwright/test';

/** Collects the page's own errors; call the returned check at the end of a journey. */
export function watchFaults(page: Page): () => void {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return () => expect(faults).toEqual([]);
}
