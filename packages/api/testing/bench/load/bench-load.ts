import { setTimeout as delay } from 'node:timers/promises';
import { signInDemo } from '../demo-product.ts';
import { queryGraphql } from '../query-graphql.ts';
import { formatMs, percentile } from '../timing.ts';
import { postSteadily } from './steady-posts.ts';

/** People who read pages while gateways post, and year-long queries sent all at once. */
export interface Load {
  readonly seconds: number;
  readonly people: number;
  readonly postsPerSecond: number;
  readonly yearQuestions: number;
}

/** Results of requests of one kind: ms of the successful ones, and the number of each outcome. */
export interface Tally {
  readonly taken: number[];
  readonly ends: Map<string, number>;
}

export interface Target {
  readonly address: string;
  readonly token: string;
  readonly ingestKey: string;
  readonly sites: readonly { readonly id: number; readonly serials: readonly string[] }[];
}

/** Connections used for posts. */
const gateways = 500;
/** ms between two pages of a person. */
const lookMs = 1000;
/** ms to wait for outstanding requests at the end; later ones count as unanswered. */
const patienceMs = 30_000;
/** Maximum ms of a load that ends by itself. */
const maxMs = 600_000;
const day = 86_400_000;
const metrics = ['affluenceIn', 'affluenceOut', 'inside', 'occupancy', 'co2', 'temperature'];

/**
 * Loads a running demo at the address; returns lines with the results. Runs for the load's seconds, or until `isOver`
 * returns true.
 */
export async function benchLoad(address: string, load: Load, isOver?: () => boolean): Promise<string[]> {
  const target = await findTarget(address);
  const [posts, pages, years] = [createTally(), createTally(), createTally()];
  const end = performance.now() + load.seconds * 1000;
  const hasEnded = isOver ?? (() => performance.now() >= end);
  const leaving = AbortSignal.timeout((isOver === undefined ? load.seconds * 1000 : maxMs) + patienceMs);
  const over = untilTrue(hasEnded);
  const serials = target.sites.flatMap((site) => site.serials);
  const { ingestKey } = target;
  const posting = { address, ingestKey, serials, perSecond: load.postsPerSecond, gateways, patienceMs };
  const [posted] = await Promise.all([
    postSteadily(posting, over),
    ...Array.from({ length: load.people }, (_, person) => readPages(target, person, hasEnded, leaving, pages)),
    ...Array.from({ length: load.yearQuestions }, (_, number) => askYear(target, number, leaving, years)),
  ]);
  for (const [how, taken] of posted) count(posts, how, taken);
  return [lineOf('posts', posts), lineOf('pages', pages), lineOf('year-long questions', years)];
}

export const createTally = (): Tally => ({ taken: [], ends: new Map() });

function lineOf(what: string, { taken, ends }: Tally): string {
  const sent = [...ends.values()].reduce((sum, count) => sum + count, 0);
  const others = [...ends].filter(([how]) => how !== 'answered').map(([how, count]) => `${how} ${count}`);
  const times =
    taken.length === 0 ? '' : `, p50 ${formatMs(percentile(taken, 0.5))}, p99 ${formatMs(percentile(taken, 0.99))}`;
  return `${what}: ${taken.length} of ${sent} answered${times}${others.length === 0 ? '' : `; ${others.join(', ')}`}`;
}

/** Measures one request from its due time; `send` returns its outcome. */
export async function measureRequest(into: Tally, due: number, send: () => Promise<string>): Promise<void> {
  const how = await send().catch((error: { name?: string; code?: string }) =>
    error.name === 'TimeoutError' || error.name === 'AbortError' ? 'unanswered' : (error.code ?? 'failed'),
  );
  count(into, how, performance.now() - due);
}

function count({ taken, ends }: Tally, how: string, time: number): void {
  ends.set(how, (ends.get(how) ?? 0) + 1);
  if (how === 'answered') taken.push(time);
}

async function untilTrue(is: () => boolean): Promise<void> {
  while (!is()) await delay(20);
}

export async function findTarget(address: string): Promise<Target> {
  const token = await signInDemo(address);
  const create = 'mutation{createIngestKey(name:"Load"){secret}}';
  const key = (await queryGraphql(address, token, create, {})).createIngestKey as { secret: string };
  const listed = await queryGraphql(address, token, '{allInstallations{id}}', {});
  const sites = await Promise.all(
    (listed.allInstallations as { id: number }[]).map(async ({ id }) => {
      const pads = 'query($id:Int!){padsByInstallation(installationId:$id){serial}}';
      const found = (await queryGraphql(address, token, pads, { id })).padsByInstallation as { serial: string }[];
      return { id, serials: found.map(({ serial }) => serial) };
    }),
  );
  return { address, token, ingestKey: key.secret, sites };
}

/** Requests page after page: twelve widgets in one request, about a week that ends today or some days ago. */
async function readPages(
  target: Target,
  person: number,
  hasEnded: () => boolean,
  signal: AbortSignal,
  into: Tally,
): Promise<void> {
  await delay((person * lookMs) / 20);
  for (let page = 0; !hasEnded(); page++) {
    const site = target.sites[(person + page) % target.sites.length];
    const last = Date.now() - ((person * 7 + page) % 90) * day;
    const period = `${dateOf(last - 7 * day)}/${dateOf(last)}`;
    const questions = metrics.flatMap((metric) => [
      question(site?.id, metric, period, [{ type: 'DATE', granularity: 3600 }]),
      question(site?.id, metric, period, [{ type: 'ZONE' }]),
    ]);
    await measureRequest(into, performance.now(), () => ask(target, questions, signal));
    await delay(lookMs);
  }
}

/** Queries a year by day of one site; no two queries are equal. */
export function askYear(
  target: Target,
  number: number,
  signal: AbortSignal,
  into: Tally,
  due = performance.now(),
): Promise<void> {
  const site = target.sites[number % target.sites.length];
  const last = Date.now() - (1 + Math.floor(number / (metrics.length * target.sites.length))) * day;
  const metric = metrics[Math.floor(number / target.sites.length) % metrics.length] as string;
  const period = `${dateOf(last - 365 * day)}/${dateOf(last)}`;
  const asked = question(site?.id, metric, period, [{ type: 'ZONE' }, { type: 'DATE', granularity: 86_400 }]);
  return measureRequest(into, due, () => ask(target, [asked], signal));
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const question = (site: number | undefined, metric: string, period: string, groupBy: readonly object[]) => ({
  metric,
  filters: {
    conditions: [
      { criterion: 'DATE', values: [period] },
      { criterion: 'INSTALLATIONS', values: [`${site}`] },
    ],
  },
  groupBy,
});

/** Returns `answered`, or the code of the first error. */
async function ask({ address, token }: Target, questions: readonly object[], signal: AbortSignal): Promise<string> {
  const names = questions.map((_, index) => `q${index}`);
  const query = `query(${names.map((name) => `$${name}:RetailDataQuery!`).join(',')}){${names.map((name) => `${name}:retailData(query:$${name}){data}`).join(' ')}}`;
  const response = await fetch(`${address}/v2/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      query,
      variables: Object.fromEntries(names.map((name, index) => [name, questions[index]])),
    }),
    signal,
  });
  const { errors } = (await response.json()) as { errors?: { extensions?: { code?: string } }[] };
  if (errors === undefined) return 'answered';
  const code = errors[0]?.extensions?.code ?? 'failed';
  // A refusal must include a retry time.
  return code === 'OVERLOADED' && response.headers.get('retry-after') === null ? `${code}, not until when` : code;
}
