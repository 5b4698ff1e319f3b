import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { retryQuery } from '../../../numbers/answers/index.ts';
import { useViewer } from '../../../people/organization/index.ts';
import type { ReportSite } from '../report-status.ts';
import { type Draft, type ReportInput, toPreviewInput } from './draft.ts';
import { PreviewReportDocument, type PreviewReportQuery } from './operations.generated.ts';

export type MadePreview = PreviewReportQuery['previewReport'];
export type PreviewPart = 'mail' | 'pdf' | 'spreadsheet';

export interface Preview {
  /** The latest preview; null before the first. */
  readonly made: MadePreview | null;
  readonly recipients: MadePreview['recipients'];
  readonly part: PreviewPart;
  readonly choosePart: (part: PreviewPart) => void;
  /** false while place or days are missing. */
  readonly isComplete: boolean;
  /** Whether another preview is loading. */
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly again: () => void;
}

const debounceMs = 400;

/** Returns the substitute title of an untitled report: the name of its site. */
export const getFallbackTitle = ({ installationId }: Draft, sites: readonly ReportSite[]): string =>
  sites.find(({ id }) => id === installationId)?.name ?? '–';

/** Loads the report as it would be sent now. Keeps the last preview while loading. */
export function usePreview(draft: Draft, sites: readonly ReportSite[]): Preview {
  const { email } = useViewer();
  const [part, choosePart] = useState<PreviewPart>('mail');
  const input = toPreviewInput(draft, { title: getFallbackTitle(draft, sites), email });
  const asked = useDebounced(input);
  const { data, previousData, loading, error, refetch } = useQuery(PreviewReportDocument, {
    // The variables are unused while the query is skipped.
    variables: { input: asked as ReportInput, parts: part === 'mail' ? [] : [part] },
    skip: asked === null,
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: true,
  });
  const isBehind = JSON.stringify(asked) !== JSON.stringify(input);
  const made = (data ?? previousData)?.previewReport ?? null;
  return {
    made,
    recipients: made?.recipients ?? [],
    part,
    choosePart,
    isComplete: input !== null,
    isBusy: input !== null && (loading || isBehind),
    error: loading || isBehind ? undefined : error,
    again: () => void retryQuery(refetch),
  };
}

/** Debounces a value; returns the first one at once. */
function useDebounced(value: ReportInput | null): ReportInput | null {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as ReportInput | null), debounceMs);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
