import { type FaultReason, faultReasons, type RowFault, receiptColumns } from '@atrium/domain/actions/sales';
import { readResponse, withToken } from '../../../../people/access/session/index.ts';
import { ImportSalesDocument, type ImportSalesMutation } from './operations.generated.ts';

export type SalesAnswer = ImportSalesMutation['importSalesMetricsCsv'];

interface Sending {
  readonly checkOnly: boolean;
  /** Called with the uploaded share, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Uploads a file, to import it or only compare it. Throws a Refusal or a network error. */
export const sendSales = (file: File, sending: Sending): Promise<SalesAnswer> =>
  withToken((token) => send(file, sending, token));

async function send(
  file: File,
  { checkOnly, onProgress, signal }: Sending,
  token: string | null,
): Promise<SalesAnswer> {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, -1);
  const uploaderTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = new FormData();
  const variables = { input: { file: null, uploaderDateTime: local, uploaderTimezone, checkOnly } };
  form.set('operations', JSON.stringify({ query: ImportSalesDocument.toString(), variables }));
  form.set('map', JSON.stringify({ file: ['variables.input.file'] }));
  form.set('file', file);
  const answer = await readResponse<ImportSalesMutation>(await post(form, token, onProgress, signal));
  return answer.importSalesMetricsCsv;
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function post(
  form: FormData,
  token: string | null,
  onProgress: ((share: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/hub/graphql');
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TypeError('the server could not be reached'));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

const isReason = (text: string): text is FaultReason => (faultReasons as readonly string[]).includes(text);

/** Converts the server's errors to those of the local check. */
export function toRowFaults({ faults, faultyRows }: Pick<SalesAnswer, 'faults' | 'faultyRows'>): {
  readonly faults: readonly RowFault[];
  readonly faultyRows: number;
} {
  const known = faults.flatMap(({ row, column, reason, value, beside }): RowFault[] => {
    const place = column == null ? null : (receiptColumns['ABCDEF'.indexOf(column)] ?? null);
    return isReason(reason) ? [{ row, column: place, reason, value, beside }] : [];
  });
  return { faults: known, faultyRows };
}
