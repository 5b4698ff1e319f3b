import { redirect } from '@tanstack/react-router';
import { i18n, loadMessages } from '../i18n/index.ts';
import { landingPath } from '../people/access/index.ts';
import { showToast } from '../ui/overlays/toast-list.ts';

/** Maximum length in graphemes, including the ellipsis. */
export const maxPathLength = 60;

/** Characters that are invisible or affect their neighbours: spaces, line breaks, bidi marks, control characters. */
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Formats a path as display text, isolated as a left-to-right run. Invisible characters stay percent-encoded, so that a
 * crafted link cannot change how the surrounding text reads.
 */
export function formatPath(path: string): string {
  const signs = Array.from(new Intl.Segmenter().segment(readable(path.toWellFormed())), ({ segment }) =>
    segment.replace(invisible, encodeURIComponent),
  );
  return `\u2066${cutInTheMiddle(signs)}\u2069`;
}

function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const lengthOf = (signs: readonly string[]) => [...signs.join('')].length;

function cutInTheMiddle(signs: readonly string[]): string {
  if (lengthOf(signs) <= maxPathLength) return signs.join('');
  const room = maxPathLength - 1;
  const begin = fitting(signs, Math.ceil(room / 2));
  const end = fitting(signs.toReversed(), Math.floor(room / 2)).toReversed();
  return [...begin, '…', ...end].join('');
}

/** Returns the leading graphemes that fit. */
function fitting(signs: readonly string[], room: number): readonly string[] {
  let left = room;
  const end = signs.findIndex((sign) => {
    left -= lengthOf([sign]);
    return left < 0;
  });
  return signs.slice(0, end);
}

/** Redirects an unknown address to the sites page and shows a notice. */
export async function redirectUnknownPath(path: string, preload: boolean): Promise<never> {
  await loadMessages('notices');
  // A function, because the viewer's language may load after the toast appears.
  if (!preload) showToast('error', () => i18n._('elsewhere.unknown', { path: formatPath(path) }));
  throw redirect({ to: landingPath, replace: true });
}
