import { encodeFilters, type ResolvedFilters } from '@atrium/domain/pages';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { rowLink } from '../../ui/table/row-link.ts';
import { Table, type TableProps } from '../../ui/table/table.tsx';
import styles from './section.module.css';

interface TableCardProps<Row> extends Pick<TableProps<Row>, 'columns' | 'rows' | 'keyOf' | 'rowProps' | 'className'> {
  readonly title: string;
  /** States the number of rows and their order. */
  readonly meta: string;
}

/** A card with a table of a tab: of zones, doors, meters or sensors. */
export function TableCard<Row>({ title, meta, className = '', ...table }: TableCardProps<Row>) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.cardHead}>
        <h2 id={id} className={styles.cardTitle}>
          {title}
        </h2>
        <span className={styles.meta}>{meta}</span>
      </header>
      <Table scroll={{ 'aria-labelledby': id }} className={`${styles.table} ${className}`} {...table} />
    </section>
  );
}

interface ZoneLinkProps {
  readonly zone: { readonly id: number; readonly name: string };
  readonly filters: ResolvedFilters;
}

/** Links a row to the page of its zone, with the same filters. */
export function ZoneLink({ zone, filters }: ZoneLinkProps) {
  const search = encodeFilters({ ...filters.state, zoneId: zone.id as never });
  return (
    <Link to="." search={search as never} className={styles.link} {...rowLink}>
      {zone.name}
    </Link>
  );
}
