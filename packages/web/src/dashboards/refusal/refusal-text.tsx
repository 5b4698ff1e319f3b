import type { Reason } from '@atrium/domain/core';
import { useText } from '../../i18n/index.ts';
import { reasonText } from './reason-text.ts';

export function RefusalText({ reason }: { readonly reason: Reason }) {
  const { t } = useText();
  return <p>{reasonText(t, reason)}</p>;
}
