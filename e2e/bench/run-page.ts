import type { BrowserContext, Request } from '@playwright/test';
import { queryGraphql } from '../../packages/api/testing/bench/query-graphql.ts';
import {
  chooseSize,
  type Finding,
  formatMs,
  formatTable,
  isBrief,
  percentile,
  toRatioFinding,
} from '../../packages/api/testing/bench/timing.ts';
import { waitUntilWhole, watchWhole, wholePage } from '../support/whole-page.ts';
import { signInByCookie } from './sign-in-by-cookie.ts';
import { type DemoInBrowser, withDemo } from './with-demo.ts';

/** Each load shows a different day, so that its first load finds no cached answer. */
const loads = chooseSize(12, 1);
const dayMs = 86_400_000;

interface Load {
  /** ms since navigation. */
  readonly complete: number;
  readonly asked: number;
  readonly answered: number;
  readonly questions: readonly object[];
}

/** Times a page of twelve widgets, from navigation until the last is drawn, and its slowest question. */
async function run({ browser, address, token }: DemoInBrowser, when: string): Promise<void> {
  const url = await urlOf(address, token);
  const [first, again]: [Load[], Load[]] = [[], []];
  for (let back = 1; back <= loads; back++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await signInByCookie(context, address, token);
    const of = `${url}?v=1&timespan=${encodeURIComponent(JSON.stringify({ ranges: [[dayBack(back), dayBack(back)]] }))}`;
    first.push(await load(context, of));
    again.push(await load(context, of));
    await context.close();
  }
  const questions = first[0]?.questions ?? [];
  const slowest = await slowestOf(address, token, questions);
  const together = await timed(address, token, questions, 1);
  const budget = 2 * slowest + 1000;
  const goal = `≤ ${formatMs(budget)} (2 × its slowest question of ${formatMs(slowest)}, and a second to draw)`;
  process.stdout.write(
    `${formatTable([
      toRatioFinding(
        'its one request by itself, beside its slowest question',
        together / slowest,
        2,
        `${formatMs(together)}, ${formatMs(slowest)}`,
      ),
      ...findings(`${when}, first visit`, first, budget, goal),
      ...findings(`${when}, again`, again, budget, goal),
    ])}\n`,
  );
}

function findings(which: string, all: readonly Load[], budget: number, goal: string): Finding[] {
  const of = (pick: (load: Load) => number) => percentile(all.map(pick), 0.5);
  const p95 = percentile(
    all.map(({ complete }) => complete),
    0.95,
  );
  const parts = `asks after ${formatMs(of(({ asked }) => asked))}, has its answer ${formatMs(of(({ asked, answered }) => answered - asked))} later, is drawn ${formatMs(of(({ answered, complete }) => complete - answered))} after that`;
  return [
    {
      what: `a page of ${wholePage.widgets} widgets in Chromium, ${which}: p50 of ${all.length}`,
      found: `${formatMs(of(({ complete }) => complete))} (${parts})`,
      goal,
      isMet: of(({ complete }) => complete) <= budget,
    },
    { what: `the same: p95`, found: formatMs(p95), goal, isMet: p95 <= budget },
  ];
}

async function load(context: BrowserContext, url: string): Promise<Load> {
  const page = await context.newPage();
  await watchWhole(page);
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes('query Answers')) asked.push(request);
  });
  await page.goto(url, { waitUntil: 'commit' });
  const complete = await waitUntilWhole(page);
  const origin = await page.evaluate(() => performance.timeOrigin);
  const [request, ...more] = asked;
  if (request === undefined || more.length > 0) throw new Error(`the page asked ${asked.length} times`);
  const { startTime, responseEnd } = request.timing();
  const { queries: questions } = JSON.parse(request.postData() ?? '{}').variables;
  await page.close();
  return { complete, asked: startTime - origin, answered: startTime - origin + responseEnd, questions };
}

/** Returns the time of the slowest question alone, ms. */
async function slowestOf(address: string, token: string, questions: readonly object[]): Promise<number> {
  let slowest = 0;
  for (const question of questions) slowest = Math.max(slowest, await timed(address, token, [question], 0));
  return slowest;
}

/** Times questions in one request, each time for uncached days, ms; `shift` (days) separates runs. */
async function timed(address: string, token: string, questions: readonly object[], shift: number): Promise<number> {
  const document = 'query($queries:[RetailDataQuery!]!){answers(queries:$queries){answer{data comparison}}}';
  const taken: number[] = [];
  for (let time = 0; time < chooseSize(7, 1); time++) {
    const text = JSON.stringify(questions).replaceAll(/\d{4}-\d\d-\d\d/g, (date) =>
      earlier(date, 20 + shift + 7 * time),
    );
    const asked = JSON.parse(text) as object[];
    const begin = performance.now();
    await queryGraphql(address, token, document, { queries: asked });
    taken.push(performance.now() - begin);
  }
  return percentile(taken, 0.5);
}

async function urlOf(address: string, token: string): Promise<string> {
  const { allDashboardsV2 } = await queryGraphql(address, token, '{ allDashboardsV2 { name url } }', {});
  const found = (allDashboardsV2 as { name: string; url: string }[]).find(({ name }) => name === wholePage.dashboard);
  if (found === undefined) throw new Error(`the demo has no ${wholePage.dashboard}`);
  return `${address}${found.url}`;
}

const dayBack = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const earlier = (date: string, days: number) => new Date(Date.parse(date) - days * dayMs).toISOString().slice(0, 10);

if (!isBrief) await withDemo((demo) => run(demo, 'of a demo just made'));
await withDemo((demo) => run(demo, '15 s after a start'), { isStartedAnew: true });
process.exit(0);
