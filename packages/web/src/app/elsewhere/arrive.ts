import { redirect } from '@tanstack/react-router';
import { landing } from '../../access/index.ts';
import { i18n, loadMessages } from '../../i18n/index.ts';
import { toast } from '../../ui/toasts/index.ts';
import type { Crumb } from '../crumbs.ts';
import { shownPath } from './shown-path.ts';
import { type UnbuiltPage, unbuiltPageAt } from './unbuilt-pages.ts';

/** What an address that no route knows leads to: a page that is still to be built, or the sites, and word of it. */
export async function arrive(
  path: string,
  preload: boolean,
): Promise<{ readonly crumbs: readonly Crumb[]; readonly unbuilt: UnbuiltPage }> {
  await loadMessages('notices');
  const unbuilt = unbuiltPageAt(path);
  if (unbuilt !== null) return { crumbs: unbuilt.crumbs, unbuilt };
  // The language of whoever is signed in may arrive after the toast.
  if (!preload) toast('error', () => i18n._('elsewhere.unknown', { path: shownPath(path) }));
  throw redirect({ to: landing, replace: true });
}
