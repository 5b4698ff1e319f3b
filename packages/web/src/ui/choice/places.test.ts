import { isTimezone } from '@atrium/domain/core';
import { describe, expect, it, test } from 'vitest';
import { cities, listCountryOptions, listTimezones } from './places.ts';
import { searchEntries } from './search-entries.ts';

const summer = Date.UTC(2026, 6, 1);
const zones = listTimezones('Europe/Zurich', summer);

describe('time zones', () => {
  it('are known to the server under their current names', () => {
    expect(zones.length).toBeGreaterThan(400);
    expect(zones.filter(({ value }) => !isTimezone(value))).toEqual([]);
    const values = zones.map(({ value }) => value);
    expect(new Set(values).size).toBe(values.length);
    expect(values).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Nuuk']));
    expect(values.filter((value) => /Calcutta|Kiev|Godthab|Rangoon|Saigon|Katmandu/.test(value))).toEqual([]);
  });

  test.each([
    ['bern', 'Europe/Zurich'],
    ['zurich', 'Europe/Zurich'],
    ['Mumbai', 'Asia/Kolkata'],
    ['دبي', 'Asia/Dubai'],
    ['new york', 'America/New_York'],
    ['las palmas', 'Atlantic/Canary'],
  ])('%s is found', (typed, zone) => {
    expect(searchEntries(zones, typed)[0]?.value).toBe(zone);
  });

  it('have the offset of the moment beside them', () => {
    const of = (zone: string, now: number) => listTimezones('', now).find(({ value }) => value === zone)?.aside;
    expect([of('Europe/Zurich', summer), of('Europe/Zurich', Date.UTC(2026, 0, 1))]).toEqual([
      'UTC+02:00',
      'UTC+01:00',
    ]);
    expect(of('Asia/Kolkata', summer)).toBe('UTC+05:30');
    expect(of('America/St_Johns', summer)).toBe('UTC−02:30');
  });

  it('keep the one that is set, whatever its name', () => {
    expect(listTimezones('Asia/Calcutta', summer)[0]?.value).toBe('Asia/Calcutta');
  });

  it('are those of every known city', () => {
    const values = new Set(zones.map(({ value }) => value));
    expect(cities.filter(({ timezone }) => !values.has(timezone))).toEqual([]);
  });
});

it('countries are found by name in the reader’s language, and by code', () => {
  const french = listCountryOptions(null, 'fr');
  expect(searchEntries(french, 'suisse')[0]?.value).toBe('CH');
  expect(searchEntries(listCountryOptions(null, 'de'), 'österr')[0]?.value).toBe('AT');
  expect(searchEntries(listCountryOptions(null, 'ar'), 'الإمارات')[0]?.value).toBe('AE');
  expect(french.length).toBeGreaterThan(200);
  expect(listCountryOptions('UK', 'en').some(({ value }) => value === 'UK')).toBe(true);
});
