import type { Reason } from '@atrium/domain/core';
import type { MessageId, Say } from '../../i18n/index.ts';

/** Why a combination has no answer, in the names people know. The texts come with those of the metrics. */
export function sayReason(say: Say, { id, values }: Reason): string {
  const named = Object.entries(values).map(([key, word]) => [key, nameOf(say, key, word)]);
  return say(`widgets.refused.${id}` as MessageId, Object.fromEntries(named));
}

const worded: ReadonlySet<string> = new Set(['aggregation', 'group', 'target', 'passageType', 'compare', 'period']);

function nameOf(say: Say, key: string, word: string): string {
  if (key === 'metric' || key === 'only') return say(`metric.${word}` as MessageId);
  return worded.has(key) ? say(`widgets.word.${key}.${word}` as MessageId) : word;
}
