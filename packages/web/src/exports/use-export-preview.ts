import { skipToken, useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { findErrorCode, retryQuery } from '../answers/index.ts';
import { ExportPreviewDocument } from './operations.generated.ts';
import type { ExportForm } from './use-export-form.ts';

/** Debounce of the form, ms. */
const debounceMs = 400;

export type Preview = ReturnType<typeof usePreview>;

/** Loads the preview of the file. Keeps the previous one while loading. */
export function usePreview(request: ExportForm['request']) {
  const [settled, setSettled] = useState(request);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(request), debounceMs);
    return () => clearTimeout(timer);
  }, [request]);
  const options = settled === null ? skipToken : { variables: settled, fetchPolicy: 'cache-and-network' as const };
  const { data, previousData, error, loading, refetch } = useQuery(ExportPreviewDocument, options);
  return {
    shown: request === null || error !== undefined ? null : ((data ?? previousData)?.exportPreview ?? null),
    isBusy: request !== null && (loading || settled !== request),
    failure: error === undefined ? null : findErrorCode(error),
    retry: () => void retryQuery(refetch),
  };
}
