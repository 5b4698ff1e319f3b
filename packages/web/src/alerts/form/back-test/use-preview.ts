import { useQuery } from '@apollo/client/react';
import { type AlertCondition, checkCondition } from '@atrium/domain/alerts';
import { useEffect, useState } from 'react';
import { conditionInput } from '../draft.ts';
import { PreviewAlertDocument, type PreviewAlertQuery } from '../operations.generated.ts';

export type Preview = PreviewAlertQuery['previewAlert'];

/** ms after the last change before it is tried anew. */
const changePause = 400;
const days = 28;

/**
 * What the alert would have done on the last days, asked for again a moment after each change; the last answer stays until
 * the next is there.
 */
export function usePreview(installationId: number | null, condition: AlertCondition) {
  const [asked, setAsked] = useState({ installationId, condition });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ installationId, condition }), changePause);
    return () => clearTimeout(timer);
  }, [installationId, condition]);
  const site = asked.installationId;
  const isComplete = site !== null && checkCondition(asked.condition).length === 0;
  const { data, previousData, loading, error } = useQuery(PreviewAlertDocument, {
    variables: { input: { condition: conditionInput(asked.condition, site ?? 0), days } },
    skip: !isComplete,
    fetchPolicy: 'network-only',
  });
  const isBehind = asked.condition !== condition || asked.installationId !== installationId;
  return {
    preview: isComplete ? ((data ?? previousData)?.previewAlert ?? null) : null,
    isComplete,
    isBusy: isComplete && (loading || isBehind),
    hasFailed: error !== undefined && !loading,
  };
}
