import type { Span } from '@atrium/domain/core';
import {
  type CorrectionKind,
  exchangedMetrics,
  listCorrectedSpans,
  sendableMetrics,
} from '@atrium/domain/numbers/readings';
import type { AnalyticsStore, Statement } from '../../platform/analytics-store.ts';
import type { UndoneImport } from '../ingest/import/history/readings-imports.store.ts';
import type { SiteDay } from '../rollups/dirty-days.store.ts';
import { dayMs } from '../rollups/dirty-days.ts';
import { listDays } from '../rollups/roll-up-balances.store.ts';
import type { RollupCorrections } from '../rollups/rollups.ts';
import type { SiteChange } from './reading-corrections.store.ts';

/** Returns the corrections of an organization. */
export type ReadChanges = (organization: number) => Promise<readonly SiteChange[]>;

/** Every statement names the table like this; `correct-statements.test.ts` checks it. */
const readingsTable = /\bFROM readings( FINAL)?(?![\w.])/g;

/**
 * Returns the store as numbers see it: statements that read `readings` get them as corrected. The only place that applies corrections to stored readings. Rejects statements that read readings of no organization.
 */
export function correctReadings(store: AnalyticsStore, readChanges: ReadChanges): AnalyticsStore {
  return rewriteReads(store, async (statement, organization) => correct(statement, await readChanges(organization)));
}

/** Returns the undone imports of an organization. */
export type ReadUndone = (organization: number) => Promise<readonly UndoneImport[]>;

/** Returns the store without the readings of undone imports. Rejects statements that read readings of no organization. */
export function hideUndoneImports(store: AnalyticsStore, readUndone: ReadUndone): AnalyticsStore {
  return rewriteReads(store, async (statement, organization) => {
    const { installation: site, installations } = statement.params;
    const isRead = (one: number) =>
      (typeof site !== 'number' || site === one) && (!Array.isArray(installations) || installations.includes(one));
    const undone = (await readUndone(organization)).filter(({ sites }) =>
      sites.some(({ installation }) => isRead(installation)),
    );
    if (undone.length === 0) return statement;
    return {
      sql: statement.sql.replace(
        readingsTable,
        (table) => `FROM (SELECT * ${table} WHERE NOT has({undoneImports:Array(UInt32)}, import)) AS readings`,
      ),
      params: { ...statement.params, undoneImports: undone.map(({ id }) => id) },
    };
  });
}

function rewriteReads(
  store: AnalyticsStore,
  rewrite: (statement: Statement, organization: number) => Promise<Statement>,
): AnalyticsStore {
  const rewritten = async (statement: Statement): Promise<Statement> => {
    if (statement.sql.search(readingsTable) < 0) return statement;
    const { organization } = statement.params;
    if (typeof organization !== 'number') throw new Error('a statement reads readings without an organization');
    return rewrite(statement, organization);
  };
  return {
    query: async (statement, options) => store.query(await rewritten(statement), options),
    columns: async (statement, options) => store.columns(await rewritten(statement), options),
    command: async (statement) => store.command(await rewritten(statement)),
    dump: async (statement) => store.dump(await rewritten(statement)),
    insert: (table, rows) => store.insert(table, rows),
    load: (...args) => store.load(...args),
    findOverload: (owner, options) => store.findOverload(owner, options),
    lines: () => store.lines(),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

/** Returns what roll-ups apply: the same corrections as other reads. */
export const correctRollups = (
  readChanges: ReadChanges,
  readUndone: ReadUndone = async () => [],
): RollupCorrections => ({
  apply: (store) => correctReadings(hideUndoneImports(store, readUndone), readChanges),
  touch: async ({ organization, installation, fromDay, toDay }) => {
    const isTouched = ({ from, to }: Span) => from < toDay * dayMs && fromDay * dayMs < to;
    const undone = (await readUndone(organization)).flatMap(({ sites }) => sites);
    if (undone.some((one) => one.installation === installation && isTouched(one))) return true;
    return (await readChanges(organization)).some(
      (one) => one.installation === installation && listCorrectedSpans(one).some(isTouched),
    );
  },
  findMovedDays: (days) => findMovedDays(readChanges, days),
});

/** Returns the other days to which corrections move readings of these days. */
export async function findMovedDays(readChanges: ReadChanges, days: readonly SiteDay[]): Promise<readonly SiteDay[]> {
  const written = new Set(days.map(keyOf));
  const moved = new Map<string, SiteDay>();
  for (const [organization, own] of Map.groupBy(days, (one) => one.organization)) {
    const shifts = (await readChanges(organization)).filter(({ kind }) => kind === 'shift');
    for (const shift of shifts)
      for (const site of own.filter(({ installation }) => installation === shift.installation)) {
        const from = Math.max(shift.from, site.day * dayMs);
        const to = Math.min(shift.to, (site.day + 1) * dayMs);
        const target = from < to ? listCorrectedSpans({ ...shift, from, to }).at(-1) : undefined;
        for (const day of target === undefined ? [] : listDays(target.from, target.to)) {
          const one = { ...site, day };
          if (!written.has(keyOf(one))) moved.set(keyOf(one), one);
        }
      }
  }
  return [...moved.values()];
}

const keyOf = ({ organization, installation, day }: SiteDay) => `${organization} ${installation} ${day}`;

/** Corrections in SQL. Conditions concern key columns, so the engine may apply them before or after `FINAL`. */
interface ChangeList {
  /** Whether a reading is among them. */
  readonly touches: string;
  /** Amount of the first one that a reading is among; 0 without any. */
  readonly amount: string;
  /** Sum of the amounts of all that a reading is among. */
  readonly sum: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Builds the SQL of a list, whose parameters begin with `name`. Null without any. */
function listChanges(
  name: string,
  changes: readonly SiteChange[],
  amountOf: (one: SiteChange) => number = ({ amount }) => amount ?? 0,
): ChangeList | null {
  if (changes.length === 0) return null;
  const isDescribed = changes.some(({ descriptors }) => descriptors !== null);
  const lists = `{${name}Sites:Array(UInt32)}, {${name}Devices:Array(UInt32)}, {${name}Metrics:Array(Array(String))},
    {${name}Begins:Array(Int64)}, {${name}Ends:Array(Int64)}${isDescribed ? `, {${name}Descriptors:Array(String)}` : ''}`;
  const names = `s, d, m, f, t${isDescribed ? ', k' : ''}`;
  const holds = `installation = s AND device = d AND at >= f AND at < t AND (empty(m) OR has(m, toString(metric)))${isDescribed ? ' AND toString(descriptors) = k' : ''}`;
  const amounts = `{${name}Amounts:Array(Float64)}`;
  return {
    touches: `(device IN {${name}Devices:Array(UInt32)} AND arrayExists(
    (${names}) -> ${holds},
    ${lists}))`,
    amount: `arrayFirst((a, ${names}) -> ${holds}, ${amounts}, ${lists})`,
    sum: `arraySum((a, ${names}) -> if(${holds}, a, 0.), ${amounts}, ${lists})`,
    params: {
      [`${name}Sites`]: changes.map(({ installation }) => installation),
      [`${name}Devices`]: changes.map(({ device }) => device),
      [`${name}Metrics`]: changes.map(({ metrics }) => metrics ?? []),
      [`${name}Begins`]: changes.map(({ from }) => from),
      [`${name}Ends`]: changes.map(({ to }) => to),
      [`${name}Descriptors`]: changes.map(({ descriptors }) => descriptors ?? ''),
      [`${name}Amounts`]: changes.map(amountOf),
    },
  };
}

/** Rewrites a statement to read corrected readings. The same statement if no correction concerns it. */
function correct(statement: Statement, changes: readonly SiteChange[]): Statement {
  const { sql, params } = statement;
  const concerned = changes.filter((one) => concerns(one, params));
  if (concerned.length === 0) return statement;
  const ofKind = (kind: CorrectionKind) => concerned.filter((one) => one.kind === kind);
  const shifts = ofKind('shift');
  const moving = [...shifts, ...ofKind('exchange')];
  const lists = {
    void: listChanges('void', ofKind('void')),
    set: listChanges('set', ofKind('set')),
    scale: listChanges('scale', ofKind('scale')),
    replaced: listChanges('replaced', ofKind('replaced'), (one) => (one.lastLevel ?? 0) - (one.amount ?? 0)),
    exchange: listChanges('exchange', ofKind('exchange')),
    shift: listChanges('shift', shifts, (one) => (one.amount ?? 0) * 1000),
    target: listChanges(
      'target',
      shifts.map((one) => ({ ...one, ...listCorrectedSpans(one).at(-1) })),
    ),
  };
  const hull = {
    movingDevices: moving.map(({ device }) => device),
    movingFrom: Math.min(...moving.map(({ from }) => from)),
    movingTo: Math.max(...moving.map(({ to }) => to)),
  };
  return {
    sql: sql.replace(readingsTable, (_, final = '') => `FROM (${buildSource(`readings${final}`, lists)}) AS readings`),
    params: {
      ...params,
      ...Object.assign({}, ...Object.values(lists).map((list) => list?.params)),
      ...(moving.length > 0 && hull),
    },
  };
}

type ChangeLists = Readonly<Record<CorrectionKind | 'target', ChangeList | null>>;

/** Builds the corrected rows of the table. Readings whose keys change are read apart, so that others keep their index. */
function buildSource(table: string, lists: ChangeLists): string {
  const { void: voided, exchange, shift, target } = lists;
  const isNone = (...some: readonly (ChangeList | null)[]) =>
    some.filter((one) => one !== null).map(({ touches }) => `NOT ${touches}`);
  const select = (conditions: readonly string[]) =>
    setValues(`SELECT * FROM ${table}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`, lists);
  const unmoved = select(isNone(voided, target, shift, exchange));
  if (exchange === null && shift === null) return unmoved;
  const places = [
    shift?.touches ?? [],
    exchange === null ? [] : [exchange.touches, ...isNone(target)].join(' AND '),
  ].flat();
  const hull = `device IN {movingDevices:Array(UInt32)} AND at >= {movingFrom:Int64} AND at < {movingTo:Int64}`;
  const moved = select([hull, ...isNone(voided), `(${places.join(' OR ')})`]);
  return `${unmoved}
    UNION ALL
    ${move(moved, lists)}`;
}

const durations = [...sendableMetrics.values()].filter(({ kind }) => kind === 'duration').map(({ id }) => `'${id}'`);
/** Share of a reading that counts beside finer readings. */
const share = `if(sent IS NULL OR assumeNotNull(sent) = 0 OR metric IN (${durations.join(', ')}), 1., value / assumeNotNull(sent))`;

/** Corrects values. New columns have their own names first, because an alias would replace the column in the others. */
function setValues(source: string, { set, scale, replaced }: ChangeLists): string {
  if (set === null && scale === null && replaced === null) return source;
  const build = (column: string, setTo: string) => {
    const scaled = scale === null ? column : `if(${scale.touches}, ${column} * ${scale.amount}, ${column})`;
    return set === null ? scaled : `if(${set.touches}, ${setTo}, ${scaled})`;
  };
  const value = build('value', `${set?.amount} * ${share}`);
  const counted = replaced === null ? value : `${value} + if(${replaced.touches}, ${replaced.sum}, 0.)`;
  const isSent = `sent IS NULL OR metric IN (${durations.join(', ')})`;
  return `SELECT * EXCEPT (correctedValue, correctedSent) REPLACE (correctedValue AS value, correctedSent AS sent) FROM (
      SELECT *, ${counted} AS correctedValue,
        if(${isSent}, sent, ${build('sent', `toNullable(${set?.amount})`)}) AS correctedSent
      FROM (${source})
    )`;
}

const exchanged = {
  from: [...exchangedMetrics.keys()].map((metric) => `'${metric}'`).join(', '),
  to: [...exchangedMetrics.values()].map((metric) => `'${metric}'`).join(', '),
};

/** Gives readings another time or metric. */
function move(source: string, { exchange, shift }: ChangeLists): string {
  const other = `CAST(transform(toString(metric), [${exchanged.from}], [${exchanged.to}], toString(metric)), 'LowCardinality(String)')`;
  return `SELECT * EXCEPT (movedAt, movedMetric) REPLACE (movedAt AS at, movedMetric AS metric) FROM (
      SELECT *, ${shift === null ? 'at' : `at + toInt64(${shift.amount})`} AS movedAt,
        ${exchange === null ? 'metric' : `if(${exchange.touches}, ${other}, metric)`} AS movedMetric
      FROM (${source})
    )`;
}

/** Whether a statement may read what a correction changes, by the names that its values have everywhere. */
function concerns({ installation, device }: SiteChange, params: Statement['params']): boolean {
  const { installation: site, installations, devices } = params;
  if (typeof site === 'number' && site !== installation) return false;
  if (Array.isArray(installations) && !installations.includes(installation)) return false;
  return !Array.isArray(devices) || devices.includes(device);
}
