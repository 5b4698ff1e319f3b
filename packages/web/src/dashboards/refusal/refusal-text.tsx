import type { Reason } from '@atrium/domain/core';
import { useText } from '../../i18n/index.ts';
import { sayReason } from './say-reason.ts';

export function RefusalText({ reason }: { readonly reason: Reason }) {
  const { say } = useText();
  return <p>{sayReason(say, reason)}</p>;
}
