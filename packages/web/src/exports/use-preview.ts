import { skipToken, useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { askAgain, codeOf } from '../answers/index.ts';
import type { ExportForm } from './form/use-export-form.ts';
import { ExportPreviewDocument } from './operations.generated.ts';

/** Choices follow each other: what would be in the file is asked for when that is over, ms. */
const pause = 400;

export type Preview = ReturnType<typeof usePreview>;

/** What would be in the file; while that is asked anew, what was before. */
export function usePreview(request: ExportForm['request']) {
  const [settled, setSettled] = useState(request);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(request), pause);
    return () => clearTimeout(timer);
  }, [request]);
  const options = settled === null ? skipToken : { variables: settled, fetchPolicy: 'cache-and-network' as const };
  const { data, previousData, error, loading, refetch } = useQuery(ExportPreviewDocument, options);
  return {
    shown: request === null || error !== undefined ? null : ((data ?? previousData)?.exportPreview ?? null),
    isBusy: request !== null && (loading || settled !== request),
    failure: error === undefined ? null : codeOf(error),
    retry: () => void askAgain(refetch),
  };
}
