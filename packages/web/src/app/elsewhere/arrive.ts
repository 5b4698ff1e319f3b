import { redirect } from '@tanstack/react-router';
import { landing } from '../../access/index.ts';
import { i18n, loadMessages } from '../../i18n/index.ts';
import { toast } from '../../ui/toasts/index.ts';
import { shownPath } from './shown-path.ts';

/** Redirects an unknown address to the sites page and shows a notice. */
export async function arrive(path: string, preload: boolean): Promise<never> {
  await loadMessages('notices');
  // A function, because the viewer's language may load after the toast appears.
  if (!preload) toast('error', () => i18n._('elsewhere.unknown', { path: shownPath(path) }));
  throw redirect({ to: landing, replace: true });
}
