import type { ApolloCache } from '@apollo/client';
import { useMutation, useQuery } from '@apollo/client/react';
import type { Instant } from '@atrium/domain/core';
import { useText } from '../../i18n/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import {
  MutedLinesDocument,
  type MutedLinesQuery,
  MuteLineDocument,
  UnmuteLineDocument,
} from './operations.generated.ts';

export interface MutedLines {
  /** Whether it is unknown which lines are muted. */
  readonly isLoading: boolean;
  readonly isMuted: (key: string) => boolean;
  readonly mute: (key: string, until: Instant) => void;
  readonly unmute: (key: string) => void;
}

/** Loads which lines of the brief the viewer muted. If that fails, all lines are shown. */
export function useMutedLines(now: Instant): MutedLines {
  const { t } = useText();
  const { data, error } = useQuery(MutedLinesDocument);
  const [mute] = useMutation(MuteLineDocument);
  const [unmute] = useMutation(UnmuteLineDocument);
  const failed = () => showToast('error', t('attention.muteFailed'));
  const store = (cache: ApolloCache, lines: MutedLinesQuery['mutedLines'] | undefined) =>
    lines && cache.writeQuery({ query: MutedLinesDocument, data: { mutedLines: lines } });
  return {
    isLoading: data === undefined && error === undefined,
    isMuted: (key) => data?.mutedLines.some((line) => line.key === key && line.until > now) ?? false,
    mute: (key, until) =>
      void mute({ variables: { key, until }, update: (cache, answer) => store(cache, answer.data?.muteLine) }).catch(
        failed,
      ),
    unmute: (key) =>
      void unmute({ variables: { key }, update: (cache, answer) => store(cache, answer.data?.unmuteLine) }).catch(
        failed,
      ),
  };
}
