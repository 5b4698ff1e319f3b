import { redirect } from '@tanstack/react-router';
import { landing } from '../../access/index.ts';
import { i18n, loadMessages } from '../../i18n/index.ts';
import { toast } from '../../ui/toasts/index.ts';
import { shownPath } from './shown-path.ts';

/** What an address that no route knows leads to: the sites, and word of it. */
export async function arrive(path: string, preload: boolean): Promise<never> {
  await loadMessages('notices');
  // The language of whoever is signed in may arrive after the toast.
  if (!preload) toast('error', () => i18n._('elsewhere.unknown', { path: shownPath(path) }));
  throw redirect({ to: landing, replace: true });
}
