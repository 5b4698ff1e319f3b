import { describe, expect, it } from 'vitest';
import {
  confirmingStep,
  countDoneSteps,
  countPassedStages,
  type Facts,
  findCurrentStep,
  getStepPath,
  hasDefault,
  stepNames,
} from './steps.ts';

const nothing: Facts = {
  isHidden: false,
  isNamed: false,
  hasKey: false,
  reachedAt: null,
  understoodAt: null,
  isPlaced: false,
  isCounted: false,
  site: null,
};
const shop: NonNullable<Facts['site']> = {
  id: 7,
  name: 'Shop',
  city: null,
  timezone: 'Europe/Zurich',
  changeOfDay: '00:00',
  hasHours: false,
  zones: [],
  passages: [],
};

describe('the first steps', () => {
  it.each<[string, Partial<Facts>, string | null, number]>([
    ['nothing', {}, 'name', 0],
    ['a name', { isNamed: true }, 'site', 1],
    ['a bare site', { isNamed: true, site: shop }, 'hours', 2],
    ['zones without hours', { isNamed: true, site: { ...shop, zones: ['Hall'] } }, 'hours', 3],
    ['hours without zones', { isNamed: true, site: { ...shop, hasHours: true } }, 'zones', 3],
    ['a door', { isNamed: true, site: { ...shop, hasHours: true, zones: ['Hall'], passages: ['Door'] } }, 'connect', 5],
  ])('after %s', (_case, facts, current, done) => {
    expect([findCurrentStep({ ...nothing, ...facts }), countDoneSteps({ ...nothing, ...facts })]).toEqual([
      current,
      done,
    ]);
  });

  it('accept default name and hours once the next step is done', () => {
    expect(findCurrentStep({ ...nothing, site: shop })).toBe('hours');
    const doors = { ...shop, zones: ['Hall'], passages: ['Door'] };
    expect(findCurrentStep({ ...nothing, site: doors })).toBe('connect');
    expect(stepNames.filter(hasDefault)).toEqual(['name', 'hours']);
    expect(confirmingStep).toEqual({ name: 'site', hours: 'doors' });
  });

  it('count a sensor as connected once its data has arrived', () => {
    const site = { ...shop, hasHours: true, zones: ['Hall'], passages: ['Door'] };
    const ready = { ...nothing, isNamed: true, site };
    expect(findCurrentStep({ ...ready, hasKey: true })).toBe('connect');
    expect(findCurrentStep({ ...ready, hasKey: true, isPlaced: true })).toBe('connect');
    expect(findCurrentStep({ ...ready, hasKey: true, reachedAt: 1 })).toBe('number');
    expect(findCurrentStep({ ...ready, isCounted: true })).toBeNull();
  });

  it('are all done once a site counts, with doors and hours or without', () => {
    expect(
      findCurrentStep({ ...nothing, isNamed: true, isCounted: true, site: { ...shop, zones: ['Hall'] } }),
    ).toBeNull();
  });

  it.each<[Partial<Facts>, number]>([
    [{}, 0],
    [{ reachedAt: 1 }, 1],
    [{ reachedAt: 1, understoodAt: 2 }, 2],
    [{ reachedAt: 1, understoodAt: 2, isPlaced: true }, 3],
    // A device that is assigned but silent has passed no stage.
    [{ isPlaced: true }, 0],
    [{ isCounted: true }, 4],
  ])('pass their stations in order: %o', (facts, passed) => {
    expect(countPassedStages({ ...nothing, ...facts })).toBe(passed);
  });

  it('link to their pages, and to a new site while there is none', () => {
    expect(getStepPath('doors', null)).toEqual({ to: '/settings/sites', hash: 'new' });
    expect(getStepPath('hours', shop)).toEqual({ to: '/settings/sites/7', hash: 'hours' });
    expect(getStepPath('number', shop)).toEqual({ to: '/counting/7' });
  });
});
