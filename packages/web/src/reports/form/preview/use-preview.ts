import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { askAgain } from '../../../answers/index.ts';
import { useViewer } from '../../../organization/index.ts';
import type { ReportSite } from '../../report/index.ts';
import { type Draft, previewInputOf, type ReportInput } from '../draft.ts';
import { PreviewReportDocument, type PreviewReportQuery } from '../operations.generated.ts';

export type MadePreview = PreviewReportQuery['previewReport'];
export type PreviewPart = 'mail' | 'pdf' | 'spreadsheet';

export interface Preview {
  /** The last one that was made; null before the first. */
  readonly made: MadePreview | null;
  readonly recipients: MadePreview['recipients'];
  readonly part: PreviewPart;
  readonly choosePart: (part: PreviewPart) => void;
  /** false: the form does not say yet of which place and days. */
  readonly isComplete: boolean;
  /** Another one is being made. */
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly again: () => void;
}

/** ms after the last change before it is made anew. */
const changePause = 400;

/** A report that has no title yet goes by the name of its site. */
export const titleInstead = ({ installationId }: Draft, sites: readonly ReportSite[]): string =>
  sites.find(({ id }) => id === installationId)?.name ?? '–';

/** The report as it would be sent now, made by the server; the last one stays until the next is there. */
export function usePreview(draft: Draft, sites: readonly ReportSite[]): Preview {
  const { email } = useViewer();
  const [part, choosePart] = useState<PreviewPart>('mail');
  const input = previewInputOf(draft, { title: titleInstead(draft, sites), email });
  const asked = useSettled(input);
  const { data, previousData, loading, error, refetch } = useQuery(PreviewReportDocument, {
    // Where nothing is asked yet there is nothing to say it of.
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
    again: () => void askAgain(refetch),
  };
}

/** A value once it has stayed the same for a moment; the first one at once. */
function useSettled(value: ReportInput | null): ReportInput | null {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as ReportInput | null), changePause);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
