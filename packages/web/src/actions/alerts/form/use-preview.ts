import { useQuery } from '@apollo/client/react';
import { type AlertCondition, checkCondition } from '@atrium/domain/actions/alerts';
import { useEffect, useState } from 'react';
import { conditionInput } from './draft.ts';
import { PreviewAlertDocument, type PreviewAlertQuery } from './operations.generated.ts';

export type Preview = PreviewAlertQuery['previewAlert'];

/** Delay after the last change before a new back-test, ms. */
const debounceMs = 400;
const days = 28;

/**
 * Loads the back-test of the last days again shortly after each change. Keeps the last result until the next arrives.
 */
export function usePreview(installationId: number | null, condition: AlertCondition) {
  const [asked, setAsked] = useState({ installationId, condition });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ installationId, condition }), debounceMs);
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
