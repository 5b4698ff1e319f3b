import type { Reference, Row, Rows } from './test-world.ts';

/**
 * What the organization keeps in common, and yet is about one site when all that is linked to it is: its name would
 * tell of the site. Tags are not among it: they are the organization's words, offered wherever zones are chosen.
 */
const inCommon: readonly Reference[] = [
  { table: 'alert_planning_links', column: 'planning_id', parent: 'alert_plannings' },
  { table: 'sales_import_sites', column: 'import_id', parent: 'sales_imports' },
];

/**
 * An organization's rows, parted into those about one site and the others. A row is about the site that it names
 * itself, or that of a row it refers to, over as many steps as that takes: a table that is added is parted by itself.
 */
export function splitBySite(
  everything: Rows,
  site: number,
  references: readonly Reference[],
): [its: Rows, others: Rows] {
  const its = new Set<Row>();
  const idsOf = (table: string) => new Set((everything[table] ?? []).filter((row) => its.has(row)).map(({ id }) => id));
  const isIts = (table: string, row: Row) =>
    (table === 'installations' ? row.id : row.installation_id) === site ||
    references.some(
      ({ table: own, column, parent }) => own === table && row[column] !== null && idsOf(parent).has(row[column]),
    ) ||
    inCommon.some(({ table: links, column, parent }) => {
      if (parent !== table) return false;
      const linked = (everything[links] ?? []).filter((link) => link[column] === row.id);
      return linked.length > 0 && linked.every((link) => its.has(link));
    });
  for (let known = -1; known < its.size; ) {
    known = its.size;
    for (const [table, rows] of Object.entries(everything))
      for (const row of rows) if (!its.has(row) && isIts(table, row)) its.add(row);
  }
  const only = (are: boolean) =>
    Object.entries(everything).map(([table, rows]) => [table, rows.filter((row) => its.has(row) === are)] as const);
  return [Object.fromEntries(only(true).filter(([, rows]) => rows.length > 0)), Object.fromEntries(only(false))];
}
