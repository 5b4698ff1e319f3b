import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import type { LocalDate } from '@atrium/domain/core';
import { formatMonth } from '@atrium/domain/core/format';
import type { Metric } from '@atrium/domain/numbers';
import type { Month } from '@atrium/domain/numbers/targets';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { IconButton } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { NumberInput } from '../../ui/form/number-input.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { LoadFailed, Loading } from '../../ui/page/loading.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { SetTargetsDocument, TargetsDocument } from './operations.generated.ts';
import {
  getCellKey,
  listTargetRows,
  readBlock,
  type TargetCell,
  type TargetRow,
  type TargetSite,
} from './target-cells.ts';
import styles from './targets.module.css';

interface GridProps {
  readonly sites: readonly TargetSite[];
  readonly metric: Metric;
  readonly months: readonly Month[];
}

/** Sites before the grid asks to search, and after which a search is offered. */
const [maxSites, searchFrom] = [60, 12];

/** Saves cells of a metric, and offers to undo it. */
function useSaving(metric: Metric) {
  const { t } = useText();
  const client = useApolloClient();
  const [send] = useMutation(SetTargetsDocument);
  const save = async (cells: readonly TargetCell[], before: readonly TargetCell[] | null): Promise<boolean> => {
    try {
      await send({ variables: { targets: cells.map((cell) => ({ ...cell, metric: metric.id })) } });
    } catch {
      showToast('error', t('setUp.target.failed'));
      return false;
    }
    await client.refetchQueries({ include: ['Targets', 'TargetProgress'] });
    const undo = before && { label: t('setUp.target.undo'), act: () => void save(before, null) };
    showToast('success', t('setUp.target.saved', { count: cells.length }), undo);
    return true;
  };
  return save;
}

/** Fields for targets: a row for each site and planned zone, a column for each month. */
export function TargetGrid({ sites, metric, months }: GridProps) {
  const { t, locale } = useText();
  const [search, setSearch] = useState('');
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const place = useRef<HTMLDivElement>(null);
  const save = useSaving(metric);
  const { data, error, refetch, previousData } = useQuery(TargetsDocument, {
    variables: { metric: metric.id, firstMonth: months[0] as Month, lastMonth: months.at(-1) as Month },
    fetchPolicy: 'cache-and-network',
  });
  const targets = (data ?? previousData)?.targets;
  if (targets === undefined && error !== undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (targets === undefined) return <Loading className={styles.ghost} />;
  const values = new Map(targets.map((one) => [getCellKey({ ...one, zoneId: one.zoneId ?? null }), one.value]));
  const wanted = search.trim().toLocaleLowerCase(locale);
  const found = sites.filter(({ name }) => name.toLocaleLowerCase(locale).includes(wanted));
  const rows = listTargetRows(found.slice(0, maxSites), targets, unfolded);
  const getStored = (cell: Omit<TargetCell, 'value'>): number | null => values.get(getCellKey(cell)) ?? null;
  const change = (cells: readonly TargetCell[]) => {
    const changed = cells.filter((cell) => getStored(cell) !== cell.value);
    if (changed.length === 0) return;
    void save(
      changed,
      changed.map((cell) => ({ ...cell, value: getStored(cell) })),
    );
  };
  const paste = (text: string, row: number, month: number) => {
    const read = readBlock(text, rows.slice(row), months.slice(month), locale);
    if ('bad' in read) showToast('error', t('setUp.target.badPaste', { text: read.bad }));
    else change(read);
  };
  const focusCell = (row: number, month: number) =>
    place.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${month}"]`)?.focus();
  const fold = (id: number) =>
    setUnfolded((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const columns: readonly Column<TargetRow>[] = [
    {
      key: 'place',
      head: t('setUp.target.site'),
      isName: true,
      cellClass: styles.place,
      cell: (row) => (
        <PlaceName
          row={row}
          isMoney={metric.kind === 'money'}
          isUnfolded={unfolded.has(row.installationId)}
          onFold={() => fold(row.installationId)}
        />
      ),
    },
    ...months.map((month, index): Column<TargetRow> => {
      const name = formatMonth(`${month}-01` as LocalDate, locale);
      return {
        key: month,
        head: name,
        isNumber: true,
        cell: (row, at) => {
          const cell = { installationId: row.installationId, zoneId: row.zoneId, month };
          return (
            <TargetField
              key={getStored(cell)}
              label={t('setUp.target.cell', { place: row.name, month: name })}
              cell={`${at} ${index}`}
              value={getStored(cell)}
              isWhole={metric.decimals === 0}
              onChange={(value) => change([{ ...cell, value }])}
              onPaste={(text) => paste(text, at, index)}
              onEnter={() => focusCell(at + 1, index)}
            />
          );
        },
      };
    }),
  ];
  return (
    <>
      {sites.length > searchFrom && (
        <TextField
          label={t('setUp.target.search')}
          type="search"
          value={search}
          onChange={({ currentTarget: { value } }) => setSearch(value)}
        />
      )}
      <div ref={place}>
        <Table
          className={styles.grid}
          columns={columns}
          rows={rows}
          keyOf={({ key }) => key}
          scroll={{ 'aria-label': t('setUp.target.title') }}
        />
      </div>
      {found.length > maxSites && (
        <p className={styles.note}>{t('setUp.target.more', { count: found.length - maxSites })}</p>
      )}
    </>
  );
}

interface PlaceProps {
  readonly row: TargetRow;
  readonly isMoney: boolean;
  readonly isUnfolded: boolean;
  readonly onFold: () => void;
}

function PlaceName({ row, isMoney, isUnfolded, onFold }: PlaceProps) {
  const { t } = useText();
  return (
    <span className={styles.name} data-zone={row.zoneId !== null || undefined}>
      {row.zoneId === null && (
        <IconButton
          icon={isUnfolded ? 'chevronDown' : 'chevronEnd'}
          label={t('setUp.target.zones', { site: row.name })}
          aria-expanded={isUnfolded}
          onClick={onFold}
        />
      )}
      <bdi>{row.name}</bdi>
      {isMoney && row.currency !== null && <span className={styles.note}>{row.currency}</span>}
    </span>
  );
}

interface FieldProps {
  readonly label: string;
  readonly cell: string;
  readonly value: number | null;
  readonly isWhole: boolean;
  readonly onChange: (value: number | null) => void;
  readonly onPaste: (text: string) => void;
  readonly onEnter: () => void;
}

/** One target. Saved when the field is left; Enter goes down, Escape takes the change back. */
function TargetField({ label, cell, value, isWhole, onChange, onPaste, onEnter }: FieldProps) {
  const [typed, setTyped] = useState(value);
  const byKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setTyped(value);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.currentTarget.blur();
    onEnter();
  };
  return (
    <NumberInput
      className={styles.field}
      aria-label={label}
      data-cell={cell}
      value={typed}
      isWhole={isWhole}
      onChange={setTyped}
      onKeyDown={byKey}
      onBlur={({ currentTarget }) => {
        if (currentTarget.validity.valid && typed !== value && (typed === null || typed >= 0)) onChange(typed);
      }}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain');
        // A single value is typed text.
        if (!/[\t\n]/.test(text.trim())) return;
        event.preventDefault();
        onPaste(text);
      }}
    />
  );
}
