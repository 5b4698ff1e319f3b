import type { PublicSettings } from './public-settings.ts';

/**
 * Loads the server's public settings. Its parser loads on the first call, because the sign-in page does not need it.
 */
export async function loadPublicSettings(): Promise<PublicSettings> {
  const module = await import('./public-settings.ts');
  return module.fetchPublicSettings();
}
