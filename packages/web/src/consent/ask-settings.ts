import type { PublicSettings } from './usage/public-settings.ts';

/** What the server lets everybody know. The reader of its answer is fetched with the first asking: the sign-in page needs none. */
export async function publicSettings(): Promise<PublicSettings> {
  const module = await import('./usage/public-settings.ts');
  return module.publicSettings();
}
