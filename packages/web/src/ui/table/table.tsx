import type { ComponentProps, Key, ReactNode } from 'react';
import { NearContext, useNearViewport } from '../page/near.ts';
import { rowLinkHandlers } from './row-link.ts';
import styles from './table.module.css';

/** Sort order by a column, and how to change it. */
export interface ColumnSort {
  readonly by: 'ascending' | 'descending' | null;
  /** Toggles the order. Without it the order is only shown. */
  readonly turn?: () => void;
}

export interface Column<Row> {
  readonly key: Key;
  /** Column header. */
  readonly head?: ReactNode;
  /** Whether the header is for screen readers only. */
  readonly isHeadHidden?: boolean | undefined;
  readonly cell: (row: Row, place: number) => ReactNode;
  /** Whether its cells are row headers. */
  readonly isName?: boolean | undefined;
  /** Whether it contains amounts, which are aligned at the end. */
  readonly isNumber?: boolean | undefined;
  /** Whether it is decorative, e.g. row numbers of a sheet. */
  readonly isAside?: boolean | undefined;
  readonly sort?: ColumnSort | undefined;
  /** Label before the value where rows are cards, for values that say too little alone. Cards set `--card-head: inline`. */
  readonly cardHead?: string | undefined;
  /** Class of header and cells; then of the header only, and of the cells only. */
  readonly className?: string | undefined;
  readonly headClass?: string | undefined;
  readonly cellClass?: string | undefined;
  /** Name for style sheets. */
  readonly name?: string | undefined;
}

/** A cell outside the listed rows: a total, or letters above headers. */
export interface PlainCell {
  readonly key: Key;
  readonly content?: ReactNode;
  readonly span?: number;
  readonly isName?: boolean | undefined;
  readonly isNumber?: boolean | undefined;
  readonly isAside?: boolean | undefined;
  readonly className?: string | undefined;
}

type RowAttributes = ComponentProps<'tr'> & { readonly [data: `data-${string}`]: unknown };

export interface TableProps<Row> extends Omit<ComponentProps<'table'>, 'children' | 'rows'> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, place: number) => Key;
  /** `list` is a card; `plain` is inside one. */
  readonly look?: 'plain' | 'list';
  readonly caption?: ReactNode;
  readonly rowProps?: (row: Row, place: number) => RowAttributes;
  /** Content that unfolds below a row, across all columns. */
  readonly below?: (row: Row) => ReactNode;
  /** A second group of rows, below a heading row. */
  readonly fold?: { readonly id: string; readonly lead: PlainCell; readonly className?: string | undefined } | null;
  readonly foldedRows?: readonly Row[];
  readonly above?: readonly PlainCell[];
  /** Total rows. */
  readonly foot?: readonly (readonly PlainCell[])[];
  /** Props of the scroll container, which is focusable. Set for tables that scroll by themselves. */
  readonly scroll?: ComponentProps<'div'> & { readonly [data: `data-${string}`]: unknown };
}

/** The only table component. Columns define the content; style sheets define any special look. */
export function Table<Row>(props: TableProps<Row>) {
  const {
    columns,
    rows,
    keyOf,
    look = 'plain',
    className = '',
    caption,
    rowProps,
    below,
    fold = null,
    ...rest
  } = props;
  const { foldedRows = [], above, foot = [], scroll, ...attributes } = rest;
  const rowCount = rows.length + foldedRows.length;
  const shown = (row: Row, place: number) => (
    <TableRow key={keyOf(row, place)} {...{ row, place, rowCount, columns, rowProps, below }} />
  );
  const table = (
    <table className={`${styles[look]} ${className}`} {...rowLinkHandlers} {...attributes}>
      {caption !== undefined && <caption>{caption}</caption>}
      {columns.some(({ head }) => head !== undefined) && (
        <thead>
          {above && <tr data-above="">{above.map((one) => renderCells(one))}</tr>}
          <tr>{columns.map(headOf)}</tr>
        </thead>
      )}
      <tbody>{rows.map(shown)}</tbody>
      {fold && (
        <tbody id={fold.id}>
          <tr className={fold.className}>{renderCells(fold.lead)}</tr>
          {foldedRows.map(shown)}
        </tbody>
      )}
      {foot.length > 0 && (
        <tfoot>
          {foot.map((cells) => (
            <tr key={cells[0]?.key}>{cells.map((one) => renderCells(one))}</tr>
          ))}
        </tfoot>
      )}
    </table>
  );
  return scroll ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: no form's fields, and a landmark would repeat the card's
    <div role="group" tabIndex={0} {...scroll} className={`${styles.scroll} ${scroll.className ?? ''}`}>
      {table}
    </div>
  ) : (
    table
  );
}

interface TableRowProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rowProps: TableProps<Row>['rowProps'] | undefined;
  readonly below: TableProps<Row>['below'] | undefined;
  readonly row: Row;
  readonly place: number;
  readonly rowCount: number;
}

/** In a long table, a row far from the viewport renders only its name. */
function TableRow<Row>({ row, place, rowCount, columns, rowProps, below }: TableRowProps<Row>) {
  const { ref, isNear, style } = useNearViewport<HTMLTableRowElement>(place, rowCount);
  const more = below?.(row) ?? null;
  const name = columns.find(({ isName }) => isName) ?? columns[0];
  const shown = isNear ? columns : columns.filter((column) => column === name);
  const attributes = rowProps?.(row, place);
  return (
    <NearContext value={isNear}>
      <tr ref={ref} {...attributes} style={style ?? attributes?.style}>
        {shown.map(({ cell, cellClass, ...column }) =>
          renderCells({
            ...column,
            content: cell(row, place),
            ownClass: cellClass,
            ...(isNear ? {} : { span: columns.length }),
          }),
        )}
      </tr>
      {more !== null && (
        <tr data-below="">
          <td colSpan={columns.length}>{more}</td>
        </tr>
      )}
    </NearContext>
  );
}

function headOf<Row>({ head, isHeadHidden, sort, headClass, cardHead: _, ...column }: Column<Row>) {
  const arrow = sort && (
    <span className={sort.turn && styles.arrow} aria-hidden="true">
      {sort.by === 'ascending' ? '↑' : '↓'}
    </span>
  );
  const content = sort?.turn ? (
    <button type="button" className={styles.sort} onClick={sort.turn}>
      {head}
      {arrow}
    </button>
  ) : sort ? (
    <>
      {head} {arrow}
    </>
  ) : isHeadHidden ? (
    <span className="visually-hidden">{head}</span>
  ) : (
    head
  );
  const isName = head !== undefined && !column.isAside;
  return renderCells({ ...column, content, isName, ownClass: headClass }, 'col', sort && (sort.by ?? 'none'));
}

interface Drawn extends PlainCell {
  readonly name?: string | undefined;
  readonly ownClass?: string | undefined;
  readonly cardHead?: string | undefined;
}

function renderCells(
  { key, content, span, isName, isNumber, isAside, className, ownClass, name, cardHead }: Drawn,
  scope: 'row' | 'col' = 'row',
  order?: ComponentProps<'th'>['aria-sort'],
) {
  const Cell = isName ? 'th' : 'td';
  return (
    <Cell
      key={key}
      scope={isName ? scope : undefined}
      className={className && ownClass ? `${className} ${ownClass}` : (className ?? ownClass)}
      colSpan={span}
      aria-hidden={isAside}
      aria-sort={order}
      data-number={isNumber || undefined}
      data-cell={name}
      data-head={content === '' || content === null || content === false ? undefined : cardHead}
    >
      {content}
    </Cell>
  );
}
