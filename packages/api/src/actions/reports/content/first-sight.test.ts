import type { LocalDate } from '@atrium/domain/core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { buildHourlyReadings } from './testing/hourly-readings.ts';
import { buildHall, buildRequest, createReporter } from './testing/report-world.ts';

const stores = useTestStores();
const at = (text: string) => Date.parse(`${text}:00Z`);
const now = at('2026-11-23T06:00');
const span = [at('2026-11-01T00:00'), now] as const;
const footer = { unsubscribe: null, openIn: 'https://atrium.example/in', files: [] };

async function week(
  organization: number,
  colors: Readonly<Record<string, string>>,
  zone: 'Whole passage' | 'Market hall',
) {
  const site = buildHall(organization);
  const { compose, scope, deliver } = createReporter(() => stores.analytics, site, now, {
    metricColors: async () => colors,
  });
  await deliver(
    [21, 23].flatMap((device) =>
      buildHourlyReadings(device, 'affluenceIn', span, (moment) => (moment / 3_600_000) % 7),
    ),
  );
  const zoneIds = site.zones.filter(({ name }) => name === zone).map(({ id }) => id);
  const days = ['2026-11-16' as LocalDate, '2026-11-23' as LocalDate] as const;
  const made = await compose(scope, buildRequest(site, ...days, { title: 'Weekly', zoneIds }), {
    parts: ['mail', 'pdf'],
  });
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

/** Counts the pixels of exactly that color in the picture of the days. */
async function dotsOf({ pictures }: Awaited<ReturnType<typeof week>>, color: string): Promise<number> {
  const picture = pictures.find(({ cid }) => cid === 'by-day')?.png;
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const wanted = [1, 3, 5].map((place) => Number.parseInt(color.slice(place, place + 2), 16));
  let dots = 0;
  for (let dot = 0; dot < data.length; dot += info.channels)
    if (wanted.every((part, index) => data[dot + index] === part)) dots += 1;
  return dots;
}

test('J05 the subject names the place and says its headline', async () => {
  const site = await week(8801, {}, 'Whole passage');
  expect(site.subject).toMatch(/^Bahnhof Passage: [\d,]+ people came in, about as many as usual$/);
  expect((await week(8802, {}, 'Market hall')).subject).toMatch(/^Bahnhof Passage, Market hall: [\d,]+ people came in/);
});

test('H05 bars of a mail have the colour that the organization gives to their metric', async () => {
  const own = await week(8803, { affluenceIn: '#0B7A3B', co2: '#aa0000' }, 'Whole passage');
  expect(await dotsOf(own, '#0b7a3b')).toBeGreaterThan(1000);
  expect(await dotsOf(own, '#1550f5')).toBe(0);
  expect(own.mail(footer).html).toContain('border-radius:2px;background:#0b7a3b');
  const usual = await week(8804, { affluenceIn: 'red;x' }, 'Whole passage');
  expect(await dotsOf(usual, '#1550f5')).toBeGreaterThan(1000);
});
