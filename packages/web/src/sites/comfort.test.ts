import type { LabelledValue, Point } from '@atrium/domain/numbers';
import { describe, expect, it, test } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage, type Translate } from '../i18n/index.ts';
import { findSiteComfort, type OverviewSite } from './numbers/overview-model.ts';
import { formatComfort } from './site-cells.tsx';

const site = { topZoneIds: [1, 2] } as unknown as OverviewSite;

/** Scores of the site's two top zones, and of another site's. */
const scored = (...values: readonly (number | Point['state'])[]) => ({
  data: [...values, 1].map((value, index): LabelledValue => {
    const label = String(index + 1);
    return (typeof value === 'number' ? { label, value } : { label, value: null, state: value }) as LabelledValue;
  }),
});
const unknown = scored('missing', 'missing');
const comfort = (answers: object) =>
  findSiteComfort(site, { temperature: unknown, humidity: unknown, co2: unknown, tvoc: unknown, ...answers } as never);

describe('the comfort of a site', () => {
  it('is decided by what is worst, not by its CO2', () => {
    expect(comfort({ co2: scored(5, 5), temperature: scored(5, 2), humidity: scored(4, 3) })).toEqual({
      score: 2,
      decidedBy: ['temperature'],
    });
  });

  it('is not known where nothing was measured, or the site has not been open', () => {
    expect(comfort({})).toBeNull();
    expect(comfort({ co2: scored('closed', 'closed') })).toBeNull();
  });
});

test.each([
  ['en', 2, ['temperature'], 'temperature: poor'],
  ['en', 3, ['temperature', 'co2'], 'temperature · CO₂: fair'],
  ['en', 5, ['temperature', 'co2'], 'excellent'],
  ['fr', 4, ['humidity'], 'humidité : bon'],
  ['ar', 1, ['tvoc'], 'المتطايرة: سيئ جدًا'],
] as const)('in %s a %d of %j is said %s', async (language, score, decidedBy, expected) => {
  await setLanguage(language);
  await Promise.all([loadAuthenticatedMessages(), loadMessages('overview')]);
  expect(formatComfort({ score, decidedBy }, i18n._.bind(i18n) as Translate)).toBe(expected);
});
