import type { LabelledValue, RawQuery } from '@atrium/domain/numbers';
import { type BenchClient, type GraphqlRequest, openBenchClient } from './bench-client.ts';
import type { BenchWorld } from './bench-world.ts';
import { buildQuestions, type Question } from './questions.ts';
import { chooseSize, type Finding, formatMs, measureRuns, percentile, type Timing, toRatioFinding } from './timing.ts';

const times = chooseSize(15, 2);
const warm = chooseSize(3, 1);
/** Number of queries about one site after which V8 has compiled all code that answers them. */
const runsUntilCompiled = chooseSize(400, 4);
/** Opens the connection before anything is measured. */
const nothing: GraphqlRequest = { query: '{ __typename }', variables: {} };

/**
 * Compares answers over GraphQL with hand-written SQL for the same numbers, in one run. Throws when the numbers differ.
 * `named` selects queries whose name contains it, and skips the page of all queries.
 */
export async function benchAnswers(world: BenchWorld, named = ''): Promise<Finding[]> {
  const findings: Finding[] = [];
  let slowest = 0;
  const all = buildQuestions(world);
  const questions = all.filter(({ name }) => name.includes(named));
  const postgres = await openPostgres(world);
  const owner = openBenchClient(world);
  for (const question of questions) {
    await compareAnswers(world, owner, question, postgres.ask);
    const asked = (index: number) => [question.query(index)];
    // A person's budget per minute does not allow as many queries about many sites.
    const before = question.isOfOneSite
      ? runsUntilCompiled
      : Math.max(warm, Math.ceil(runsUntilCompiled / world.sites.length));
    const compiling = (await ask(owner, before, (index) => [otherDays(question, index)])).timing;
    const first = percentile(compiling.taken.slice(0, times), 0.5);
    const [product, ...byHand] = await measureAlternating([
      async (index) => {
        const { timing } = await owner.ask([nothing, requestOf(asked(index))]);
        return timing.taken[1] as number;
      },
      ...question.engine.map((statement) => async (index: number) => {
        const { median } = await measureRuns(1, () => world.platform.analytics.query(statement(index)));
        return median;
      }),
    ]);
    const engine = Math.min(...byHand);
    const again = (await ask(owner, times, () => asked(0))).timing;
    const reference = await timed((index) => postgres.ask(question.postgres(index)));
    slowest = Math.max(slowest, product);
    findings.push(
      toRatioFinding(
        `${question.name}: over GraphQL`,
        product / engine,
        1.5,
        `${formatMs(product)}, by hand ${formatMs(engine)}; the first ${formatMs(first)}`,
      ),
      { what: `${question.name}: again`, found: formatMs(again.median), goal: '≤ 2 ms', isMet: again.median <= 2 },
      ...besidePostgres(question, product, reference),
    );
  }
  postgres.close();
  if (questions.length === all.length) findings.push(await benchPage(owner, questions, slowest));
  await owner.close();
  return findings;
}

/**
 * Returns the median of each alternative, excluding the warm-up runs. The alternatives alternate, so that other load on
 * the machine affects all of them. Each runs first equally often, because later ones benefit from the CPU caches.
 */
async function measureAlternating(
  ways: readonly ((index: number) => Promise<number>)[],
): Promise<readonly [number, ...number[]]> {
  const taken = ways.map((): number[] => []);
  for (let index = -warm; index < times; index++)
    for (const turn of ways.keys()) {
      const place = (turn + Math.abs(index)) % ways.length;
      const way = ways[place] as (typeof ways)[number];
      const found = await way(index < 0 ? times - index : index);
      if (index >= 0) taken[place]?.push(found);
    }
  return taken.map((all) => percentile(all, 0.5)) as [number, ...number[]];
}

/** Returns one of 400 distinct queries, about earlier days and different numbers of days than those measured. */
function otherDays({ days, query }: Question, index: number): RawQuery {
  const more = 1 + Math.floor(index / 20);
  return query(times + (index % 20), days > more ? days - more : days + more);
}

function besidePostgres({ name, goal }: Question, product: number, postgres: Timing): Finding[] {
  const what = `${name}: PostgreSQL`;
  const basis = `${formatMs(postgres.median)} there, ${formatMs(product)} here`;
  if (goal.postgresAtLeast !== undefined)
    return [toRatioFinding(`${what} takes longer`, postgres.median / product, goal.postgresAtLeast, basis, true)];
  // The engine takes this long even for "select 1", in ms.
  const floor = 0.7;
  if (goal.postgresAtMost !== undefined)
    return [
      toRatioFinding(`${what}, we take`, Math.max(0, product - floor) / postgres.median, goal.postgresAtMost, basis),
    ];
  return [{ what, found: `${(postgres.median / product).toFixed(1)} × as long (${basis})`, goal: '-', isMet: true }];
}

/** Measures twelve widgets in one request: every query, about other days. */
async function benchPage(owner: BenchClient, questions: readonly Question[], slowest: number): Promise<Finding> {
  const page = (index: number) =>
    Array.from({ length: 12 }, (_, widget) =>
      (questions[widget % questions.length] as Question).query(index + Math.floor(widget / questions.length)),
    );
  // Uses days that no earlier run has queried, because the cache contains those.
  const taken = await ask(owner, 3, (index) => page(times + warm + 1 + 4 * index)).catch(refused);
  const what = 'a page of 12 widgets, beside its slowest';
  if (taken === null)
    return { what, found: 'refused: it costs more than one document may', goal: '≤ 2 ×', isMet: false };
  return toRatioFinding(
    what,
    taken.timing.median / slowest,
    2,
    `${formatMs(taken.timing.median)}, ${formatMs(slowest)}`,
  );
}

/** Returns null when a document exceeds its maximum cost, as a page about all of many sites does. */
function refused(error: unknown): null {
  if (error instanceof Error && error.message.includes('TOO_EXPENSIVE')) return null;
  throw error;
}

/** Measures a page of twelve widgets about one site, which must not depend on how much other data exists. */
export async function timeSitePage(world: BenchWorld): Promise<SitePage> {
  const questions = buildQuestions(world).filter(({ isOfOneSite }) => isOfOneSite);
  const page = (index: number) =>
    Array.from({ length: 12 }, (_, widget) =>
      (questions[widget % questions.length] as Question).query(4 * index + Math.floor(widget / questions.length)),
    );
  const work: { statements: number; rows: number }[] = [];
  const owner = openBenchClient(world);
  await ask(owner, warm, (index) => page(times + index));
  const { median } = (await ask(owner, times, page)).timing;
  for (let index = 0; index < times; index++) {
    const before = await workOf(world);
    await ask(owner, 1, () => page(times + warm + index));
    const after = await workOf(world);
    // Reading the counters is a statement, too.
    work.push({ statements: after.statements - before.statements - 1, rows: after.rows - before.rows });
  }
  await owner.close();
  // The engine's counters include concurrent merges, so the minimum is closest to the page's own work.
  const least = (of: 'statements' | 'rows') => Math.min(...work.map((one) => one[of]));
  return { ms: median, statements: least('statements'), rows: least('rows') };
}

/** ms, statements started and rows read by the engine, for one page. */
export interface SitePage {
  readonly ms: number;
  readonly statements: number;
  readonly rows: number;
}

async function workOf({ platform }: BenchWorld): Promise<{ statements: number; rows: number }> {
  const [row] = await platform.analytics.query<{ statements: number; rows: number }>({
    sql: `SELECT sumIf(value, event = 'SelectQuery')::Float64 AS statements, sumIf(value, event = 'SelectedRows')::Float64 AS rows
      FROM system.events`,
    params: {},
  });
  return row ?? { statements: 0, rows: 0 };
}

/** Excludes the first runs, which compile code and load table pages. */
async function timed(run: (index: number) => Promise<unknown>): Promise<Timing> {
  await measureRuns(warm, (index) => run(times + index));
  return measureRuns(times, run);
}

/** Sends `count` requests with the queries that `queriesAt` returns; returns the answers by request and query. */
async function ask(owner: BenchClient, count: number, queriesAt: (index: number) => readonly RawQuery[]) {
  const { timing, data } = await owner.ask(Array.from({ length: count }, (_, index) => requestOf(queriesAt(index))));
  const answers = data.map((found) =>
    Object.values(found).map((one) => (one as { data: readonly LabelledValue[] }).data),
  );
  return { timing, answers };
}

function requestOf(queries: readonly RawQuery[]): GraphqlRequest {
  const names = queries.map((_, index) => `q${index}`);
  const variables = Object.fromEntries(queries.map((query, index) => [`q${index}`, query]));
  const query = `query(${names.map((name) => `$${name}:RetailDataQuery!`).join(',')}){${names.map((name) => `${name}:retailData(query:$${name}){data}`).join(' ')}}`;
  return { query, variables };
}

type Postgres = (statement: unknown) => Promise<readonly unknown[]>;

/**
 * Uses a separate connection without a statement timeout, because reference queries may take longer than the product
 * allows.
 */
async function openPostgres({ platform }: BenchWorld): Promise<{ ask: Postgres; close: () => void }> {
  const client = await platform.relational.pool.connect();
  await client.query('set statement_timeout = 0');
  return {
    ask: async (statement) => ((await client.query(statement as never)) as { rows: unknown[] }).rows,
    close: () => client.release(true),
  };
}

/** Throws when a reference query returns another result than the product. */
async function compareAnswers(
  world: BenchWorld,
  owner: BenchClient,
  question: Question,
  postgres: Postgres,
): Promise<void> {
  // A day that no measurement uses.
  const index = times + warm;
  const { answers } = await ask(owner, 1, () => [question.query(index)]);
  const product = sumOf(answers[0]?.[0] ?? []);
  const rows = await postgres(question.postgres(index));
  const others = await oneByOne(question.engine, (statement) =>
    world.platform.analytics.query<{ value: number }>(statement(index)),
  );
  for (const other of [rows, ...others]) {
    const sum = (other as { value: number }[]).reduce((total, row) => total + Number(row.value), 0);
    if (Math.abs(sum - product) > 1e-6 * Math.abs(sum) || sum === 0)
      throw new Error(`${question.name}: ${product} over GraphQL, ${sum} by hand`);
  }
}

function sumOf(values: readonly LabelledValue[]): number {
  return values.reduce((sum, { value }) => sum + (Array.isArray(value) ? sumOf(value) : Number(value ?? 0)), 0);
}

async function oneByOne<One, Other>(list: readonly One[], run: (one: One) => Promise<Other>): Promise<Other[]> {
  const all: Other[] = [];
  for (const one of list) all.push(await run(one));
  return all;
}
