import type { LabelledValue, RawQuery } from '@atrium/domain/measurements';
import { type Asker, type GraphqlRequest, openAsker } from './asker.ts';
import type { BenchWorld } from './bench-world.ts';
import { type Question, questionsOf } from './questions.ts';
import { type Finding, ms, percentile, ratio, type Timing, time } from './timing.ts';

const times = 15;
const warm = 3;
/** So often V8 has seen what answers a question of one site when all of it is compiled. */
const untilCompiled = 400;
/** What a connection is there by, before anything is timed. */
const nothing: GraphqlRequest = { query: '{ __typename }', variables: {} };

/**
 * Answers over GraphQL beside the same numbers by hand-written SQL, all in one run. Throws where they differ. `named`
 * leaves out the questions whose names do not hold it, and the page that is made of all.
 */
export async function benchAnswers(world: BenchWorld, named = ''): Promise<Finding[]> {
  const findings: Finding[] = [];
  let slowest = 0;
  const all = questionsOf(world);
  const questions = all.filter(({ name }) => name.includes(named));
  const postgres = await openPostgres(world);
  const asker = openAsker(world);
  for (const question of questions) {
    await compareAnswers(world, asker, question, postgres.ask);
    const asked = (index: number) => [question.query(index)];
    // Nobody may ask as often about all of many sites within a minute.
    const before = question.isOfOneSite ? untilCompiled : Math.max(warm, Math.ceil(untilCompiled / world.sites.length));
    const compiling = (await ask(asker, before, (index) => [otherDays(question, index)])).timing;
    const first = percentile(compiling.taken.slice(0, times), 0.5);
    const [product, ...byHand] = await inTurns([
      async (index) => {
        const { timing } = await asker.ask([nothing, requestOf(asked(index))]);
        return timing.taken[1] as number;
      },
      ...question.engine.map((statement) => async (index: number) => {
        const { median } = await time(1, () => world.platform.analytics.query(statement(index)));
        return median;
      }),
    ]);
    const engine = Math.min(...byHand);
    const again = (await ask(asker, times, () => asked(0))).timing;
    const reference = await timed((index) => postgres.ask(question.postgres(index)));
    slowest = Math.max(slowest, product);
    findings.push(
      ratio(
        `${question.name}: over GraphQL`,
        product / engine,
        1.5,
        `${ms(product)}, by hand ${ms(engine)}; the first ${ms(first)}`,
      ),
      { what: `${question.name}: again`, found: ms(again.median), goal: '≤ 2 ms', isMet: again.median <= 2 },
      ...besidePostgres(question, product, reference),
    );
  }
  postgres.close();
  if (questions.length === all.length) findings.push(await benchPage(asker, questions, slowest));
  await asker.close();
  return findings;
}

/**
 * The median of each, the first of whose runs are not counted. One after the other in turns: whatever else the machine is
 * busy with meanwhile, all of them are beside it. Each begins as often as the others do: the later ones find what the
 * first has read in the processor's caches.
 */
async function inTurns(ways: readonly ((index: number) => Promise<number>)[]): Promise<readonly [number, ...number[]]> {
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

/** Twenty times twenty questions of which none is asked for again: of days further back, and never as many. */
function otherDays({ days, query }: Question, index: number): RawQuery {
  const more = 1 + Math.floor(index / 20);
  return query(times + (index % 20), days > more ? days - more : days + more);
}

function besidePostgres({ name, goal }: Question, product: number, postgres: Timing): Finding[] {
  const what = `${name}: PostgreSQL`;
  const basis = `${ms(postgres.median)} there, ${ms(product)} here`;
  if (goal.postgresAtLeast !== undefined)
    return [ratio(`${what} takes longer`, postgres.median / product, goal.postgresAtLeast, basis, true)];
  // The engine answers even "select 1" no sooner than this.
  const floor = 0.7;
  if (goal.postgresAtMost !== undefined)
    return [ratio(`${what}, we take`, Math.max(0, product - floor) / postgres.median, goal.postgresAtMost, basis)];
  return [{ what, found: `${(postgres.median / product).toFixed(1)} × as long (${basis})`, goal: '-', isMet: true }];
}

/** Twelve widgets in one request: every question, of other days. */
async function benchPage(asker: Asker, questions: readonly Question[], slowest: number): Promise<Finding> {
  const page = (index: number) =>
    Array.from({ length: 12 }, (_, widget) =>
      (questions[widget % questions.length] as Question).query(index + Math.floor(widget / questions.length)),
    );
  // Nothing that was asked for before: the kept answers hold days up to the number of times.
  const taken = await ask(asker, 3, (index) => page(times + warm + 1 + 4 * index)).catch(refused);
  const what = 'a page of 12 widgets, beside its slowest';
  if (taken === null)
    return { what, found: 'refused: it costs more than one document may', goal: '≤ 2 ×', isMet: false };
  return ratio(what, taken.timing.median / slowest, 2, `${ms(taken.timing.median)}, ${ms(slowest)}`);
}

/** Null where a document costs more than one may, as a page about all of many sites does. */
function refused(error: unknown): null {
  if (error instanceof Error && error.message.includes('TOO_EXPENSIVE')) return null;
  throw error;
}

/** What twelve widgets about one site take: it must not depend on how much else there is. */
export async function timeSitePage(world: BenchWorld): Promise<SitePage> {
  const questions = questionsOf(world).filter(({ isOfOneSite }) => isOfOneSite);
  const page = (index: number) =>
    Array.from({ length: 12 }, (_, widget) =>
      (questions[widget % questions.length] as Question).query(4 * index + Math.floor(widget / questions.length)),
    );
  const work: { statements: number; rows: number }[] = [];
  const asker = openAsker(world);
  await ask(asker, warm, (index) => page(times + index));
  const { median } = (await ask(asker, times, page)).timing;
  for (let index = 0; index < times; index++) {
    const before = await workOf(world);
    await ask(asker, 1, () => page(times + warm + index));
    const after = await workOf(world);
    // Looking at it is a statement, too.
    work.push({ statements: after.statements - before.statements - 1, rows: after.rows - before.rows });
  }
  await asker.close();
  // The engine counts what it merges meanwhile along: the least is nearest to the page's own.
  const least = (of: 'statements' | 'rows') => Math.min(...work.map((one) => one[of]));
  return { ms: median, statements: least('statements'), rows: least('rows') };
}

/** ms, statements begun and rows read by the engine, of one page. */
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

/** The first runs are not counted: code is compiled, and pages of the tables are read, by them. */
async function timed(run: (index: number) => Promise<unknown>): Promise<Timing> {
  await time(warm, (index) => run(times + index));
  return time(times, run);
}

/** Asks so many times, each time about what `queriesAt` says; of each, what every query was answered. */
async function ask(asker: Asker, count: number, queriesAt: (index: number) => readonly RawQuery[]) {
  const { timing, data } = await asker.ask(Array.from({ length: count }, (_, index) => requestOf(queriesAt(index))));
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

/** A connection of the references' own: they may take longer than the product lets its statements take. */
async function openPostgres({ platform }: BenchWorld): Promise<{ ask: Postgres; close: () => void }> {
  const client = await platform.relational.pool.connect();
  await client.query('set statement_timeout = 0');
  return {
    ask: async (statement) => ((await client.query(statement as never)) as { rows: unknown[] }).rows,
    close: () => client.release(true),
  };
}

/** A reference that answers something else would be no reference. */
async function compareAnswers(world: BenchWorld, asker: Asker, question: Question, postgres: Postgres): Promise<void> {
  // A day that no timing asks about.
  const index = times + warm;
  const { answers } = await ask(asker, 1, () => [question.query(index)]);
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
