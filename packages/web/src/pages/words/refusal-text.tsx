import type { Reason } from '@atrium/domain/core';
import { type MessageId, type Translate, useText } from '../../i18n/index.ts';

/** Explains why a query has no answer, in the user's terms. Its texts load with the metric messages. */
export function formatReason(t: Translate, { id, values }: Reason): string {
  const named = Object.entries(values).map(([key, word]) => [key, nameOf(t, key, word)]);
  return t(`widgets.refused.${id}` as MessageId, Object.fromEntries(named));
}

const worded: ReadonlySet<string> = new Set(['aggregation', 'group', 'target', 'passageType', 'compare', 'period']);

function nameOf(t: Translate, key: string, word: string): string {
  if (key === 'metric' || key === 'only') return t(`metric.${word}` as MessageId);
  return worded.has(key) ? t(`widgets.word.${key}.${word}` as MessageId) : word;
}

export function RefusalText({ reason }: { readonly reason: Reason }) {
  const { t } = useText();
  return <p>{formatReason(t, reason)}</p>;
}
