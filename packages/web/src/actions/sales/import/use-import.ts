import { useApolloClient, useQuery } from '@apollo/client/react';
import {
  type FaultReason,
  faultReasons,
  findImportRefusal,
  type RowFault,
  receiptColumns,
  type Shop,
} from '@atrium/domain/actions/sales';
import { fileLimits, getFileExtension } from '@atrium/domain/actions/sales/file';
import { useEffect, useRef, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { retryQuery } from '../../../numbers/answers/index.ts';
import { Refusal, readResponse, withToken } from '../../../people/access/session/index.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { checkFile, type FileCheck, type Unreadable } from './file/check-file.ts';
import { ImportSalesDocument, type ImportSalesMutation } from './file/operations.generated.ts';
import { SalesShopsDocument } from './operations.generated.ts';

type SalesAnswer = ImportSalesMutation['importSalesMetricsCsv'];

interface Sending {
  readonly checkOnly: boolean;
  /** Called with the uploaded share, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Uploads a file, to import it or only compare it. Throws a Refusal or a network error. */
const sendSales = (file: File, sending: Sending): Promise<SalesAnswer> =>
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
function toRowFaults({ faults, faultyRows }: Pick<SalesAnswer, 'faults' | 'faultyRows'>): {
  readonly faults: readonly RowFault[];
  readonly faultyRows: number;
} {
  const known = faults.flatMap(({ row, column, reason, value, beside }): RowFault[] => {
    const place = column == null ? null : (receiptColumns['ABCDEF'.indexOf(column)] ?? null);
    return isReason(reason) ? [{ row, column: place, reason, value, beside }] : [];
  });
  return { faults: known, faultyRows };
}

/** State of the selected file. */
export type Stage =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking'; readonly file: File }
  | {
      readonly kind: 'faulty';
      readonly file: File;
      readonly check: FileCheck;
      readonly faults: readonly RowFault[];
      readonly faultyRows: number;
    }
  | {
      readonly kind: 'checked';
      readonly file: File;
      readonly check: FileCheck;
      readonly seconds: number;
      /** What the import would change; null if the server could not say. */
      readonly changes: SalesAnswer['shops'] | null;
    }
  | { readonly kind: 'sending'; readonly file: File; readonly check: FileCheck; readonly share: number };

const unreadable: Readonly<Record<Unreadable, MessageId>> = {
  fileType: 'salesImport.refused.fileType',
  fileSize: 'salesImport.refused.fileSize',
  rowCount: 'salesImport.refused.rowCount',
  unreadable: 'salesImport.refused.unreadable',
  unread: 'salesImport.refused.unread',
};

export type SalesImporting = ReturnType<typeof useImport>;

/** Manages a sales file: selected, checked locally, compared on the server, imported. */
export function useImport() {
  const { t } = useText();
  const client = useApolloClient();
  const { data, loading, error, refetch } = useQuery(SalesShopsDocument, { context: { hub: true } });
  const shops = data?.salesShops ?? [];
  const [stage, setStage] = useState<Stage>({ kind: 'none' });
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);
  const begin = () => {
    work.current?.abort();
    work.current = new AbortController();
    return work.current.signal;
  };
  const remove = () => {
    begin();
    setStage({ kind: 'none' });
  };
  async function choose(files: readonly File[]): Promise<void> {
    const [file, ...others] = files;
    if (file === undefined) return;
    const refused = refusedAtOnce(file, others.length);
    if (refused !== null) return void showToast('error', t(refused));
    const signal = begin();
    setStage({ kind: 'checking', file });
    try {
      // The file may be dropped before the shops have loaded.
      const known = await client.query({ query: SalesShopsDocument, context: { hub: true } });
      const found = await checkedStage(file, (known.data?.salesShops ?? []).map(shopOf), signal);
      if (signal.aborted) return;
      if (typeof found === 'string') showToast('error', t(found));
      setStage(typeof found === 'string' ? { kind: 'none' } : found);
    } catch {
      if (signal.aborted) return;
      showToast('error', t('salesImport.failed'));
      setStage({ kind: 'none' });
    }
  }

  async function send(): Promise<void> {
    if (stage.kind !== 'checked') return;
    const { file, check } = stage;
    const signal = begin();
    setStage({ kind: 'sending', file, check, share: 0 });
    try {
      const onProgress = (share: number) => setStage({ kind: 'sending', file, check, share });
      const answer = await sendSales(file, { checkOnly: false, onProgress });
      const count = answer.shops.reduce((sum, shop) => sum + shop.receipts, 0);
      showToast('success', t('salesImport.done', { count }));
      if (!signal.aborted) setStage({ kind: 'none' });
    } catch (thrown) {
      showToast('error', refusalText(thrown, t));
      setStage(stage);
    }
    await client.refetchQueries({ include: ['SalesImports'] }).catch(() => {});
  }

  return {
    stage,
    shops,
    isLoading: loading,
    hasFailed: error !== undefined && data === undefined,
    retry: () => void retryQuery(refetch),
    choose: (files: readonly File[]) => void choose(files),
    send: () => void send(),
    remove,
  };
}

const shopOf = ({
  siteId,
  currency,
  changeOfDay,
  ...rest
}: {
  siteId: number;
  currency?: string | null;
  changeOfDay: string;
  shopId: string;
  timezone: string;
}): Shop => ({
  ...rest,
  installationId: siteId,
  currency: currency ?? null,
  changeOfDay: changeOfDay as Shop['changeOfDay'],
});

/** Checks a file locally and on the server, or returns why it cannot be read. */
async function checkedStage(file: File, shops: readonly Shop[], signal: AbortSignal): Promise<Stage | MessageId> {
  const started = performance.now();
  const answer = await checkFile({ file, shops, now: Date.now() }, signal);
  if ('refusal' in answer) return unreadable[answer.refusal];
  const { check } = answer;
  const seconds = (performance.now() - started) / 1000;
  if (check.rows === 0) return 'salesImport.refused.noRows';
  if (check.faultyRows > 0) return { kind: 'faulty', file, check, faults: check.faults, faultyRows: check.faultyRows };
  const compared = await sendSales(file, { checkOnly: true, signal }).catch(() => null);
  const isRefused = compared !== null && compared.faultyRows > 0;
  if (isRefused) return { kind: 'faulty', file, check, ...toRowFaults(compared) };
  return { kind: 'checked', file, check, seconds, changes: compared?.shops ?? null };
}

/** Returns the errors that need no reading of the file. */
function refusedAtOnce(file: File, others: number): MessageId | null {
  if (others > 0) return 'salesImport.refused.tooMany';
  if (getFileExtension(file.name) === null) return 'salesImport.refused.fileType';
  return file.size > fileLimits.bytes ? 'salesImport.refused.fileSize' : null;
}

/** Translates the server's message if known, otherwise returns it unchanged. */
function refusalText(error: unknown, t: ReturnType<typeof useText>['t']): string {
  if (!(error instanceof Refusal)) return t('salesImport.server.unreached');
  const kind = findImportRefusal(error.message);
  return kind === null ? error.message : t(`salesImport.server.${kind}`);
}
