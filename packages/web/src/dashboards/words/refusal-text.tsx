import type { Reason } from '@atrium/domain/core';
import { useText } from '../../i18n/index.ts';
import { formatReason } from './reason-text.ts';

export function RefusalText({ reason }: { readonly reason: Reason }) {
  const { t } = useText();
  return <p>{formatReason(t, reason)}</p>;
}
