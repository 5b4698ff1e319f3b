import type { AnalyticsStore, Statement } from '../../platform/analytics-store.ts';
import { dayMs } from '../rollups/dirty-days.ts';
import type { RollupCorrections } from '../rollups/rollups.ts';
import type { SiteVoid } from './reading-corrections.store.ts';

/** Returns the corrections of an organization. */
export type ReadVoids = (organization: number) => Promise<readonly SiteVoid[]>;

/** Every statement names the table like this; `correct-statements.test.ts` checks it. */
const readingsTable = /\bFROM readings( FINAL)?(?![\w.])/g;

/**
 * Returns the store as numbers see it: statements that read `readings` get them without those that are taken out. The
 * only place that applies corrections to stored readings. Rejects statements that read readings of no organization.
 */
export function correctReadings(store: AnalyticsStore, readVoids: ReadVoids): AnalyticsStore {
  const corrected = async (statement: Statement): Promise<Statement> => {
    if (statement.sql.search(readingsTable) < 0) return statement;
    const { organization } = statement.params;
    if (typeof organization !== 'number') throw new Error('a statement reads readings without an organization');
    return leaveOut(statement, await readVoids(organization));
  };
  return {
    query: async (statement, options) => store.query(await corrected(statement), options),
    columns: async (statement, options) => store.columns(await corrected(statement), options),
    command: async (statement) => store.command(await corrected(statement)),
    dump: async (statement) => store.dump(await corrected(statement)),
    insert: (table, rows) => store.insert(table, rows),
    load: (...args) => store.load(...args),
    findOverload: (owner, options) => store.findOverload(owner, options),
    lines: () => store.lines(),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

/** Returns what roll-ups apply: the same corrections as other reads. */
export const correctRollups = (readVoids: ReadVoids): RollupCorrections => ({
  apply: (store) => correctReadings(store, readVoids),
  touch: async ({ organization, installation, fromDay, toDay }) =>
    (await readVoids(organization)).some(
      (one) => one.installation === installation && one.from < toDay * dayMs && fromDay * dayMs < one.to,
    ),
});

/** Key columns only, so it does not matter whether the engine applies it before or after `FINAL`. */
const isCounted = `NOT (device IN {voidDevices:Array(UInt32)} AND arrayExists(
    (s, d, m, f, t) -> installation = s AND device = d AND at >= f AND at < t AND (empty(m) OR has(m, toString(metric))),
    {voidSites:Array(UInt32)}, {voidDevices:Array(UInt32)}, {voidMetrics:Array(Array(String))},
    {voidBegins:Array(Int64)}, {voidEnds:Array(Int64)}))`;

/** Rewrites a statement to read without the readings that are taken out. The same statement if none concern it. */
function leaveOut(statement: Statement, voids: readonly SiteVoid[]): Statement {
  const { sql, params } = statement;
  const concerned = voids.filter((one) => concerns(one, params));
  if (concerned.length === 0) return statement;
  return {
    sql: sql.replace(
      readingsTable,
      (_, final = '') => `FROM (SELECT * FROM readings${final} WHERE ${isCounted}) AS readings`,
    ),
    params: {
      ...params,
      voidSites: concerned.map(({ installation }) => installation),
      voidDevices: concerned.map(({ device }) => device),
      voidMetrics: concerned.map(({ metrics }) => metrics ?? []),
      voidBegins: concerned.map(({ from }) => from),
      voidEnds: concerned.map(({ to }) => to),
    },
  };
}

/** Whether a statement may read what a correction takes out, by the names that its values have everywhere. */
function concerns({ installation, device }: SiteVoid, params: Statement['params']): boolean {
  const { installation: site, installations, devices } = params;
  if (typeof site === 'number' && site !== installation) return false;
  if (Array.isArray(installations) && !installations.includes(installation)) return false;
  return !Array.isArray(devices) || devices.includes(device);
}
