import type { Reference, Row, Rows } from './test-world.ts';

/**
 * Shared rows that still count as about one site when everything linked to them is, because their name would reveal the
 * site. Excludes tags: they are the organization's vocabulary, offered for all zones.
 */
const inCommon: readonly Reference[] = [
  { table: 'alert_planning_links', column: 'planning_id', parent: 'alert_plannings' },
  { table: 'sales_import_sites', column: 'import_id', parent: 'sales_imports' },
];

/** Whether a row is a kiosk all of whose pages are of the site. They name it in their JSON. */
const isKioskOf = (table: string, { pages }: Row, site: number): boolean =>
  table === 'kiosks' &&
  (pages as readonly { readonly installationId: number }[]).every(({ installationId }) => installationId === site);

/**
 * Splits an organization's rows into those about one site and the others. A row belongs to the site it names, or to
 * that of a row it references, over any number of steps. So new tables are covered automatically.
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
    isKioskOf(table, row, site) ||
    (Array.isArray(row.installation_ids) &&
      row.installation_ids.length > 0 &&
      row.installation_ids.every((one) => one === site)) ||
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
