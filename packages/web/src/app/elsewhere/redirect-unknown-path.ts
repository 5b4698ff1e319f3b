import { redirect } from '@tanstack/react-router';
import { landingPath } from '../../access/index.ts';
import { i18n, loadMessages } from '../../i18n/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { formatPath } from './format-path.ts';

/** Redirects an unknown address to the sites page and shows a notice. */
export async function redirectUnknownPath(path: string, preload: boolean): Promise<never> {
  await loadMessages('notices');
  // A function, because the viewer's language may load after the toast appears.
  if (!preload) showToast('error', () => i18n._('elsewhere.unknown', { path: formatPath(path) }));
  throw redirect({ to: landingPath, replace: true });
}
