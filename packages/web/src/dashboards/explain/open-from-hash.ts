import { type NumberKey, parseNumberKey } from '@atrium/domain/dashboards/explain';
import { loadMetricsMessages } from '../../i18n/index.ts';
import type { Describe, Explained } from './explained.ts';

/** Opens the number that the URL names, if it belongs to `name`. Resolves to false if it is not loaded yet. */
export async function openFromHash(
  text: string,
  name: string,
  describe: Describe,
  open: (key: NumberKey, explained: Explained) => void,
): Promise<boolean> {
  const wanted = parseNumberKey(text);
  const part = wanted && partOf(wanted.name, name);
  if (wanted === null || part === null) return true;
  await loadMetricsMessages();
  const explained = await describe(part, wanted.spans);
  if (explained) open(wanted, explained);
  return explained !== null;
}

function partOf(full: string, name: string): string | null {
  if (full === name) return '';
  return full.startsWith(`${name}:`) ? full.slice(name.length + 1) : null;
}
