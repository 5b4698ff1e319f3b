import type { ExecutionResult } from 'graphql';
import { splitBySite } from './rows-of-site.ts';
import { combineReadings, roundForComparison, type SiteLabel } from './test-sites.ts';
import { getIds, listReferences, loadAllRows, type Rows, type World } from './test-world.ts';

/** Data that a user must never see: another organization, or a hidden site of their own organization. */
export interface ForeignData {
  /** Table → ids of its rows. Tables without own rows are missing. */
  readonly ids: ReadonlyMap<string, readonly number[]>;
  readonly publicKeyId: string;
  /** Texts that appear nowhere else. */
  readonly canaries: readonly string[];
  /** Its readings, and all results of combining them with others. */
  readonly numbers: ReadonlySet<number>;
  /** Texts that might be used to reach it through text arguments. */
  readonly words: readonly string[];
  /** Loads its current rows. */
  rows(): Promise<Rows>;
}

export async function loadOtherOrganization(world: World): Promise<ForeignData> {
  const rows = () => loadAllRows(world.db, world.theirs.organizationId);
  const { ids, publicKeyId } = world.theirs;
  const own = textsIn(await loadAllRows(world.db, world.ours.organizationId));
  return foreignViewerOf(await rows(), rows, { ids, publicKeyId, label: 'theirs', own });
}

/** Returns our site that limited members do not see, with all rows about it alone. */
export async function loadOtherSite(world: World): Promise<ForeignData> {
  const site = world.ours.ids.get('installations')?.[1] as number;
  const references = await listReferences(world.db);
  const split = async () => splitBySite(await loadAllRows(world.db, world.ours.organizationId), site, references);
  const rows = async () => (await split())[0];
  const [its, others] = await split();
  const ids = new Map(Object.entries(its).map(([table, list]) => [table, getIds(list)]));
  const publicKeyId = world.ours.siteKeys.get('elsewhere') as string;
  return foreignViewerOf(its, rows, { ids, publicKeyId, label: 'elsewhere', own: textsIn(others) });
}

/** Returns our rows that belong to neither site alone: those about both or the whole organization. */
export async function loadSharedRows(world: World): Promise<Rows> {
  const references = await listReferences(world.db);
  const everything = await loadAllRows(world.db, world.ours.organizationId);
  const ofOneSite = new Set(
    (world.ours.ids.get('installations') ?? []).flatMap((site) =>
      Object.values(splitBySite(everything, site, references)[0]).flat(),
    ),
  );
  return Object.fromEntries(
    Object.entries(everything).map(([table, rows]) => [table, rows.filter((row) => !ofOneSite.has(row))]),
  );
}

function foreignViewerOf(
  now: Rows,
  rows: () => Promise<Rows>,
  {
    ids,
    publicKeyId,
    label,
    own,
  }: Pick<ForeignData, 'ids' | 'publicKeyId'> & { readonly label: SiteLabel; readonly own: ReadonlySet<string> },
): ForeignData {
  const site = ids.get('installations')?.[0] as number;
  const name = `Canary site ${label}`;
  const cursors = [[name, site], [site], [ids.get('events')?.[0] as number]].map(cursorOf);
  return {
    ids,
    publicKeyId,
    canaries: [...textsIn(now)].filter((text) => !own.has(text)),
    numbers: combineReadings(label === 'theirs' ? ['theirs'] : ['theirs', label]),
    words: [String(site), name, `canary-site-${label}`, `CANARY-PAD-${label}`, ...cursors],
    rows,
  };
}

/** Cursor as connections encode it: the sort key of a row. */
const cursorOf = (key: readonly (string | number)[]) => Buffer.from(JSON.stringify(key)).toString('base64url');

/** Returns all texts in the rows that are long enough to be unique. */
function textsIn(rows: Rows): ReadonlySet<string> {
  const texts = new Set<string>();
  const collect = (node: unknown): void => {
    if (typeof node === 'string' && node.length >= 6) texts.add(node);
    else if (typeof node === 'object' && node !== null && !(node instanceof Date)) Object.values(node).forEach(collect);
  };
  collect(rows);
  return texts;
}

/**
 * Returns the foreign data in an answer: texts, ids and readings. Ignores places that repeat the caller's own input.
 */
export function findLeaks(answer: ExecutionResult, { canaries, ids, numbers }: ForeignData, given = ''): string[] {
  const said = JSON.stringify(answer);
  const unprompted = given === '' ? said : said.replaceAll(given, '');
  const withoutGiven = (name: string) => name.replaceAll(given, '');
  const unrepeated = (_: string, value: unknown) => {
    if (given === '') return value;
    // A refusal among the answers repeats the refused input, like an error.
    if (isRefusal(value)) return { ...value, message: value.message.replaceAll(given, '') };
    // A mail and its subject repeat the requested words.
    const isMail = typeof value === 'string' && (value.includes('\n') || value.startsWith(`${given} · `));
    if (isMail) return value.replaceAll(given, '');
    // A download is named after the requested title.
    return typeof value === 'string' ? value.replace(/(?<=^\/files\/[^?]*\?name=).*/, withoutGiven) : value;
  };
  const told = JSON.stringify(answer.data ?? null, unrepeated).match(/(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g) ?? [];
  const known = new Set([...ids.values()].flat());
  return [
    ...canaries.filter((canary) => unprompted.includes(canary)),
    ...told.filter((number) => known.has(Number(number)) || numbers.has(roundForComparison(Number(number)))),
  ];
}

export const isRefusal = (value: unknown): value is { readonly code: string; readonly message: string } =>
  (value as { __typename?: unknown } | null)?.__typename === 'Refusal';
