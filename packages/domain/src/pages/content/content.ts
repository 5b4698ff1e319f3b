import { err, ok, type Result } from '../../core/index.ts';
import {
  type JsonPath,
  readGlobalFilter,
  readWidget,
  type ShapeProblem,
  type ShapeReading,
} from '../definitions/index.ts';
import { parseStored, type Stored } from '../widgets/index.ts';

/** A page of a dashboard: a tab, if there are several. */
export interface PageContent {
  /** Key in site files. It stays when the page is renamed. */
  readonly key: string;
  readonly name: string;
  readonly icon: string | null;
  readonly widgets: readonly Stored[];
  readonly filters: readonly Stored[];
}

/** The complete content of a dashboard, as drafted, published and stored. */
export interface DashboardContent {
  readonly name: string;
  readonly icon: string | null;
  /** Whether it belongs to one user, instead of the organization. */
  readonly isOwn: boolean;
  /** The site it is about; null for several. Only users with access to the site see it. */
  readonly installationId: number | null;
  /** The roles that see it; null for all. */
  readonly roleIds: readonly number[] | null;
  readonly pages: readonly PageContent[];
}

export const contentLimits = {
  pages: 20,
  widgets: 100,
  filters: 50,
  roles: 50,
  name: 200,
  characters: 500_000,
} as const;

/** Parses a dashboard from untrusted JSON. Keeps widgets of unknown types. Problems carry their path. */
export function parseContent(raw: unknown): Result<DashboardContent, readonly ShapeProblem[]> {
  if (lengthOf(raw) > contentLimits.characters)
    return err([{ path: [], message: `expected at most ${contentLimits.characters} characters` }]);
  const problems: ShapeProblem[] = [];
  const problem = (path: JsonPath, message: string) => problems.push({ path, message });
  const given = isStored(raw) ? raw : {};
  if (!isStored(raw)) problem([], 'expected a block of fields');
  for (const name of Object.keys(given).filter((each) => !fields.includes(each)))
    problem([name], `there is no field "${name}"; known: ${fields.join(', ')}`);
  const { icon = null, isOwn = false, installationId = null, roleIds = null } = given;
  if (!isName(given.name)) problem(['name'], `expected a text of 1 to ${contentLimits.name} characters`);
  if (icon !== null && !isName(icon)) problem(['icon'], 'expected a text, or null');
  if (typeof isOwn !== 'boolean') problem(['isOwn'], 'expected true or false');
  if (installationId !== null && !isId(installationId))
    problem(['installationId'], 'expected the id of a site, or null');
  const areRoles = Array.isArray(roleIds) && roleIds.length <= contentLimits.roles && roleIds.every(isId);
  if (roleIds !== null && !areRoles)
    problem(['roleIds'], `expected a list of at most ${contentLimits.roles} ids of roles, or null`);
  const pages = readPages(given.pages, problem);
  if (problems.length > 0) return err(problems);
  return ok({ name: (given.name as string).trim(), icon, isOwn, installationId, roleIds, pages } as DashboardContent);
}

const fields = ['name', 'icon', 'isOwn', 'installationId', 'roleIds', 'pages'];
const pageFields = ['key', 'name', 'icon', 'widgets', 'filters'];

type Report = (path: JsonPath, message: string) => void;

function readPages(raw: unknown, problem: Report): readonly PageContent[] {
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > contentLimits.pages) {
    problem(['pages'], `expected a list of 1 to ${contentLimits.pages} pages`);
    return [];
  }
  const keys = new Set<unknown>();
  return raw.map((page: unknown, index) => {
    const at = ['pages', index];
    const given = isStored(page) ? page : {};
    for (const name of Object.keys(given).filter((each) => !pageFields.includes(each)))
      problem([...at, name], `there is no field "${name}"; known: ${pageFields.join(', ')}`);
    const { key, name, icon = null, widgets = [], filters = [] } = given;
    if (typeof key !== 'string' || !/^[\w.-]{1,80}$/.test(key))
      problem([...at, 'key'], 'expected letters, digits, ".", "_" and "-"');
    if (keys.has(key)) problem([...at, 'key'], `there is a page "${key}" already`);
    keys.add(key);
    if (!isName(name)) problem([...at, 'name'], `expected a text of 1 to ${contentLimits.name} characters`);
    if (icon !== null && !isName(icon)) problem([...at, 'icon'], 'expected a text, or null');
    return {
      key: key as string,
      name: name as string,
      icon: icon as string | null,
      widgets: readList(widgets, contentLimits.widgets, [...at, 'widgets'], problem, checkWidget),
      filters: readList(filters, contentLimits.filters, [...at, 'filters'], problem, checkFilter),
    };
  });
}

function readList(
  raw: unknown,
  most: number,
  at: JsonPath,
  problem: Report,
  check: (item: Stored, at: JsonPath, problem: Report) => void,
): readonly Stored[] {
  if (!Array.isArray(raw) || raw.length > most || !raw.every(isStored)) {
    problem(at, `expected a list of at most ${most}`);
    return [];
  }
  const ids = new Set<unknown>();
  for (const [index, item] of (raw as readonly Stored[]).entries()) {
    check(item, [...at, index], problem);
    if (item.id !== undefined && ids.has(item.id)) problem([...at, index, 'id'], `there is ${item.id} already`);
    ids.add(item.id);
  }
  return raw;
}

function checkWidget(item: Stored, at: JsonPath, problem: Report): void {
  if (!isId(item.id)) problem([...at, 'id'], 'expected a whole number from 1');
  const read = parseStored(item);
  if (read.kind === 'widget' || read.why !== 'unreadable') return;
  for (const { path, message } of read.problems) problem([...at, ...path], message);
  if (read.problems.length === 0) problem(at, 'expected a widget');
}

function checkFilter(item: Stored, at: JsonPath, problem: Report): void {
  readGlobalFilter(item, {
    problem: (path, message) => problem([...at, ...path], message),
    reference(kind, value, path) {
      if (!isId(value)) problem([...at, ...path], `expected the id of a ${kind}`);
      return value;
    },
  });
}

/** Returns everything the pages refer to by id. Widgets of unknown types have no known references. */
export function listReferences({ pages }: DashboardContent): readonly { kind: Named; id: number; path: JsonPath }[] {
  const found: { kind: Named; id: number; path: JsonPath }[] = [];
  for (const [index, { widgets, filters }] of pages.entries()) {
    const reading = (...at: JsonPath): ShapeReading => ({
      problem: () => {},
      reference(kind, value, path) {
        found.push({ kind, id: Number(value), path: [...at, ...path] });
        return value;
      },
    });
    for (const [place, widget] of widgets.entries()) readWidget(widget, reading('pages', index, 'widgets', place));
    for (const [place, filter] of filters.entries())
      readGlobalFilter(filter, reading('pages', index, 'filters', place));
  }
  return found;
}

type Named = Parameters<ShapeReading['reference']>[0];

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= 2_147_483_647;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= contentLimits.name && !/\p{Cc}/u.test(value);

function lengthOf(raw: unknown): number {
  try {
    return JSON.stringify(raw)?.length ?? 0;
  } catch {
    // Cyclic objects do not come from JSON, so they are not dashboards.
    return Number.POSITIVE_INFINITY;
  }
}
