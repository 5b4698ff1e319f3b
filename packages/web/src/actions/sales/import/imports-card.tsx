import { useMutation, useQuery } from '@apollo/client/react';
import { formatDay } from '@atrium/domain/core/format';
import { type Key, type ReactNode, useState } from 'react';
import { type Text, useText } from '../../../i18n/index.ts';
import { retryQuery } from '../../../numbers/answers/index.ts';
import { useDates } from '../../../people/organization/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { Loading } from '../../../ui/page/loading.tsx';
import { Table } from '../../../ui/table/table.tsx';
import styles from './import.module.css';
import { formatMoney, formatWhole, isolateText, sumByCurrency } from './import-text.ts';
import {
  type SalesImportFragment,
  SalesImportsDocument,
  SalesImportUndoDocument,
  type SalesImportUndoQuery,
  SalesTillsDocument,
  type SalesTillsQuery,
  UndoSalesImportDocument,
} from './operations.generated.ts';
import type { SalesImporting } from './use-import.ts';

/** A till seen within this time (ms) counts as active. */
const activeMs = 86_400_000;

/** Row of a till that posts receipts. */
function buildTillRow(
  till: SalesTillsQuery['salesTills'][number],
  shops: SalesImporting['shops'],
  moment: (at: number) => string,
  { t }: Text,
) {
  const site = shops.find(({ siteId }) => siteId === till.siteId)?.name;
  const last = till.lastSoldAt ?? null;
  const since = moment(till.createdAt);
  const isLive = last !== null && Date.now() - last < activeMs;
  return {
    key: till.publicId,
    name: (
      <span className={styles.file}>
        <bdi>{site === undefined ? till.name : `${till.name}, ${site}`}</bdi>
      </span>
    ),
    told:
      last === null
        ? t('salesImport.tillNothing', { since })
        : t('salesImport.tillLast', { since, last: moment(last) }),
    receipts: till.receipts,
    turnover: till.turnover,
    state: (
      <span className={styles.live} data-silent={!isLive || undefined}>
        <i className={styles.dot} data-look={isLive ? undefined : 'offline'} aria-hidden="true" />
        {t(isLive ? 'salesImport.live' : 'salesImport.silent')}
      </span>
    ),
    below: null,
    isUndone: false,
  } satisfies ListedSales;
}

const context = { hub: true };
const pageSize = 10;
/** Polling interval for tills, ms. */
const pollMs = 30_000;

/** Imported files, newest first, and the tills that post receipts. */
export function ImportsCard({ shops }: { readonly shops: SalesImporting['shops'] }) {
  const text = useText();
  const { t } = text;
  const { moment } = useDates();
  const [asked, setAsked] = useState<SalesImportFragment['id'] | null>(null);
  const [size, setSize] = useState(pageSize);
  const listed = useQuery(SalesImportsDocument, {
    variables: { first: size },
    context,
    fetchPolicy: 'cache-and-network',
  });
  const telling = useQuery(SalesTillsDocument, { context, fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  const page = (listed.data ?? listed.previousData)?.salesImports;
  const tills = telling.data?.salesTills ?? [];
  const isEmpty = page?.nodes.length === 0 && tills.length === 0;
  return (
    <section className={styles.card} aria-label={t('salesImport.imported')}>
      <header className={styles.listHead}>
        <h2 className={styles.strong}>{t('salesImport.imported')}</h2>
        <span className={styles.note}>{t('salesImport.importedNote')}</span>
      </header>
      {page === undefined && listed.error === undefined && <Loading className={styles.ghost} />}
      {page === undefined && listed.error !== undefined && (
        <p className={styles.empty} role="alert">
          {t('salesImport.listFailed')}{' '}
          <Button onClick={() => void retryQuery(listed.refetch)}>{t('salesImport.retry')}</Button>
        </p>
      )}
      {isEmpty && <p className={styles.empty}>{t('salesImport.empty')}</p>}
      {page !== undefined && !isEmpty && (
        <Table
          className={styles.list}
          columns={[
            {
              key: 'file',
              head: t('salesImport.head.file'),
              isName: true,
              cell: ({ name, told }) => (
                <>
                  {name}
                  <span className={styles.second}>{told}</span>
                </>
              ),
            },
            {
              key: 'receipts',
              head: t('salesImport.head.receipts'),
              isNumber: true,
              cell: ({ receipts }) => formatWhole(receipts, text.locale),
            },
            {
              key: 'turnover',
              head: t('salesImport.head.turnover'),
              isNumber: true,
              cell: ({ turnover }) =>
                turnover.map(({ currency, amount }) => (
                  <div key={currency}>{formatMoney(amount, currency, text.locale)}</div>
                )),
            },
            { key: 'state', cellClass: styles.act, cell: ({ state }) => state },
          ]}
          rows={[
            ...page.nodes.map((one) => {
              const onAsk = (isAsking: boolean) => setAsked(isAsking ? one.id : null);
              return buildImportRow({ one, isAsking: asked === one.id, onAsk }, moment, text);
            }),
            ...tills.map((till) => buildTillRow(till, shops, moment, text)),
          ]}
          keyOf={({ key }) => key}
          rowProps={({ below, isUndone }) => ({
            className: styles.row,
            'data-open': below !== null || undefined,
            'data-undone': isUndone || undefined,
          })}
          below={({ below }) => below}
        />
      )}
      {page?.pageInfo.hasNextPage === true && (
        <Button look="quiet" onClick={() => setSize(size + pageSize)}>
          {t('salesImport.more')}
        </Button>
      )}
    </section>
  );
}

interface ImportProps {
  readonly one: SalesImportFragment;
  /** Whether the undo question is open. */
  readonly isAsking: boolean;
  readonly onAsk: (isAsking: boolean) => void;
}

/** Row of an imported file; the undo question unfolds below it. */
function buildImportRow({ one, isAsking, onAsk }: ImportProps, moment: (at: number) => string, { t }: Text) {
  const isUndone = one.undoneAt != null;
  const told = [
    moment(one.at),
    isUndone
      ? t('salesImport.undoneAt', { when: moment(one.undoneAt ?? one.at) })
      : (one.userName ?? t('salesImport.somebody')),
    ...(isUndone ? [] : [t('salesImport.shops', { count: one.sites.length })]),
  ];
  return {
    key: one.id,
    name: (
      <a href={one.fileUrl} className={styles.file} download={one.fileName}>
        <bdi>{one.fileName}</bdi>
      </a>
    ),
    told: told.map(isolateText).join(' · '),
    receipts: isUndone ? 0 : one.sites.reduce((sum, site) => sum + site.receipts, 0),
    turnover: sumByCurrency(one.sites.map(({ currency, turnover }) => ({ currency, amount: isUndone ? 0 : turnover }))),
    state: isUndone ? t('salesImport.undone') : !isAsking && <Undo file={one.fileName} onAsk={() => onAsk(true)} />,
    below: isAsking && !isUndone ? <UndoDialog one={one} onClose={() => onAsk(false)} /> : null,
    isUndone,
  } satisfies ListedSales;
}

function Undo({ file, onAsk }: { file: string; onAsk: () => void }) {
  const { t } = useText();
  return (
    <Button icon="reload" look="quiet" aria-label={t('salesImport.undoOf', { file })} onClick={onAsk}>
      {t('salesImport.undo')}
    </Button>
  );
}

/** A row of the list: an imported file, or a till that posts receipts. */
interface ListedSales {
  readonly key: Key;
  readonly name: ReactNode;
  /** The line below the name. */
  readonly told: string;
  readonly receipts: number;
  readonly turnover: readonly { readonly currency: string; readonly amount: number }[];
  readonly state: ReactNode;
  /** Content that unfolds below the row. */
  readonly below: ReactNode;
  readonly isUndone: boolean;
}

/** Confirms undoing an import, with what it changes. */
function UndoDialog({ one, onClose }: { readonly one: SalesImportFragment; readonly onClose: () => void }) {
  const { t } = useText();
  const asked = useQuery(SalesImportUndoDocument, { variables: { id: one.id }, context, fetchPolicy: 'network-only' });
  const [undo, { loading }] = useMutation(UndoSalesImportDocument, { context });
  const effect = asked.data?.salesImportUndo;
  const sentences = useSentences(effect, one);
  const [reason, setReason] = useState('');
  const act = () =>
    undo({ variables: { id: one.id, reason } }).then(
      () => showToast('success', t('salesImport.undoDone', { file: one.fileName })),
      () => showToast('error', t('salesImport.undoFailed')),
    );
  return (
    <div className={styles.question}>
      <p role="status" aria-busy={asked.loading}>
        {asked.error !== undefined ? t('salesImport.undoUnknown') : sentences.join(' ')}
      </p>
      <TextField
        label={t('salesImport.undoReason')}
        name="undoReason"
        autoComplete="off"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={styles.answers}>
        <Button onClick={onClose}>{t('salesImport.keep')}</Button>
        <Button
          icon="reload"
          className={styles.danger ?? ''}
          disabled={effect === undefined || loading}
          aria-busy={loading}
          onClick={() => void act()}
        >
          {t('salesImport.undoThis')}
        </Button>
      </div>
    </div>
  );
}

function useSentences(effect: SalesImportUndoQuery['salesImportUndo'] | undefined, { sites }: SalesImportFragment) {
  const text = useText();
  const { t, locale } = text;
  if (effect === undefined) return [t('app.loading')];
  const { removed, restored, kept, turnover } = effect;
  const number = (value: number) => ({ count: value, number: formatWhole(value, locale) });
  const [from = '', to = ''] = [
    sites.map(({ firstDay }) => firstDay).sort()[0],
    sites
      .map(({ lastDay }) => lastDay)
      .sort()
      .at(-1),
  ];
  const days = { from: formatDay(from, text), to: formatDay(to, text) };
  return [
    ...(removed + restored === 0 ? [t('salesImport.undoNothing')] : []),
    ...(removed > 0 ? [t('salesImport.undoRemoves', number(removed))] : []),
    ...(restored > 0 ? [t('salesImport.undoRestores', number(restored))] : []),
    ...(kept > 0 ? [t('salesImport.undoKeeps', number(kept))] : []),
    ...turnover
      .filter(({ amount }) => amount !== 0)
      .map(({ currency, amount }) =>
        t(amount < 0 ? 'salesImport.undoFalls' : 'salesImport.undoRises', {
          ...days,
          money: formatMoney(Math.abs(amount), currency, locale),
        }),
      ),
  ];
}
