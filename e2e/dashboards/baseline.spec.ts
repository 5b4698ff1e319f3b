import { ask, dismissBanner, fetchToken, signInByCookie } from '../support/account.ts';
import { type APIRequestContext, expect, type Page, test } from '../support/journey.ts';

/** Sites in one time zone, whose local time labels the bars. */
const zurichSites = [1, 2, 3, 5];
const wholeNumber = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''));

interface Half {
  readonly at: number;
  readonly value: number | null;
  readonly isPartial: boolean;
}

/** Returns a site's entries by half hour, without a comparison. */
async function halvesOf(request: APIRequestContext, site: number, from: string, to: string): Promise<readonly Half[]> {
  const { retailData } = await ask<{
    retailData: { data: readonly { label: string; value: number | null; partial?: boolean }[] };
  }>(request, await fetchToken(request), `query ($query: RetailDataQuery!) { retailData(query: $query) { data } }`, {
    query: {
      metric: 'affluenceIn',
      filters: {
        conditions: [
          { criterion: 'INSTALLATIONS', values: [String(site)] },
          { criterion: 'DATE', values: [`${from}/${to}`] },
        ],
      },
      groupBy: [{ type: 'DATE', granularity: 1800 }],
    },
  });
  return retailData.data.map(({ label, value, partial }) => ({
    at: Date.parse(label),
    value,
    isPartial: partial === true,
  }));
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const dayBack = (days: number) => dateOf(Date.now() - days * 86_400_000);

/**
 * Finds a past day of a site with complete data, on it and on the same weekday of the four weeks before. Returns its
 * entries by half hour and the mean of the earlier weeks, both computed by hand.
 */
async function knownDay(request: APIRequestContext) {
  for (let back = 2; back < 9; back++)
    for (const site of zurichSites) {
      const days = await Promise.all(
        [0, 1, 2, 3, 4].map((weeks) =>
          halvesOf(request, site, dayBack(back + 7 * weeks), dayBack(back + 7 * weeks - 1)),
        ),
      );
      const [own = [], ...before] = days;
      const isKnown = days.every((halves) => halves.every(({ value, isPartial }) => value !== null && !isPartial));
      // Skips days with a clock change.
      if (!isKnown || own.length !== 48 || before.some(({ length }) => length !== 48)) continue;
      const usual = own.map(
        (_, index) => before.reduce((sum, halves) => sum + (halves[index]?.value ?? 0), 0) / before.length,
      );
      if (usual.reduce((sum, each) => sum + each, 0) > 500) return { site, back, own, usual };
    }
  throw new Error('no site of the demo reported throughout five equal weekdays');
}

/** Returns the usual value in the explanation panel. */
async function explainedUsual(page: Page): Promise<number> {
  const panel = page.getByRole('complementary', { name: /^Entries, / });
  const told = /Mean\D{0,4}([\d,]+)/;
  await expect(panel).toContainText(told);
  const text = await panel.innerText();
  await page.keyboard.press('Escape');
  return wholeNumber(told.exec(text)?.[1]);
}

test('the usual value is the same in the headline, on the card, along the chart and in each explanation', async ({
  page,
  request,
}) => {
  const { site, back, own, usual } = await knownDay(request);
  const total = own.reduce((sum, { value }) => sum + (value ?? 0), 0);
  const mean = usual.reduce((sum, each) => sum + each, 0);
  await dismissBanner(page);
  await signInByCookie(page);
  const timespan = JSON.stringify({ ranges: [[dayBack(back), dayBack(back)]] });
  await page.goto(`/counting/${site}?v=1&compare=usual&timespan=${encodeURIComponent(timespan)}`);

  const change = ((total - mean) / mean) * 100;
  const headline = page.locator('[data-headline]');
  await expect(headline).toContainText(total.toLocaleString('en'));
  if (Math.abs(change) < 3) await expect(headline).toContainText(/As busy as usual/);
  else await expect(headline).toContainText(`${Math.abs(change).toFixed(1)} % ${change > 0 ? 'more' : 'less'}`);

  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Entries', exact: true }) }).first();
  const versus = /vs ([\d,]+)/.exec(await card.innerText())?.[1];
  expect(Math.abs(wholeNumber(versus) - mean)).toBeLessThanOrEqual(0.5);
  await card.getByRole('button').first().click();
  expect(Math.abs((await explainedUsual(page)) - mean)).toBeLessThanOrEqual(0.5);

  const chart = page.locator('section', { has: page.getByRole('heading', { name: /^Entries by half-hour/ }) });
  const legend = /Mean of 4 prev\.[^\d]*([\d,]+)/.exec(await chart.innerText())?.[1];
  expect(Math.abs(wholeNumber(legend) - mean)).toBeLessThanOrEqual(0.5);

  // Moves along the chart bar by bar; compares each focused bar with its explanation.
  const picture = chart.getByRole('slider');
  await picture.focus();
  await page.keyboard.press('Home');
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Zurich',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const known: { readonly steps: number; readonly meant: number }[] = [];
  for (let steps = 1; steps < 40 && known.length < 12; steps++) {
    await page.keyboard.press('ArrowRight');
    const told = await chart.innerText();
    const [, begin = ''] = /(\d\d:\d\d)–\d\d:\d\d/.exec(told) ?? [];
    const meant = usual[own.findIndex(({ at }) => clock.format(at) === begin)] ?? 0;
    if (meant < 5) continue;
    known.push({ steps, meant });
    const pointed = /Mean of 4 prev\.[^\d]*([\d,]+)/.exec(told)?.[1];
    expect(Math.abs(wholeNumber(pointed) - meant), `${begin} ${told}`).toBeLessThanOrEqual(0.5);
  }
  expect(known).toHaveLength(12);
  for (const { steps, meant } of [known[3], known[10]].flatMap((each) => each ?? [])) {
    await picture.focus();
    await page.keyboard.press('Home');
    for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(Math.abs((await explainedUsual(page)) - meant)).toBeLessThanOrEqual(0.5);
  }
});
