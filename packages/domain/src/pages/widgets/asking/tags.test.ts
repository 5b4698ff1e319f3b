import { aSite, aZone, aZoneWithin } from '@atrium/testkit/sites';
import { describe, expect, it } from 'vitest';
import type { TagCategoryId, TagId, ZoneId } from '../../../core/index.ts';
import type { RawCondition } from '../../../numbers/index.ts';
import { parseQuery } from '../../../numbers/parsing/parse-query.ts';
import type { CategoryChoice } from '../../filters/filter-state.ts';
import { parseStored } from '../parse-stored.ts';
import { noChoice, type PageFilters, type WidgetContext } from '../widget-spec.ts';
import { planWidget } from './plan-widget.ts';

const retail: CategoryChoice = { categoryId: 1 as TagCategoryId, tagId: 7 as TagId };
const indoor: CategoryChoice = { categoryId: 2 as TagCategoryId, tagId: 9 as TagId };
const site = aSite(1, {
  zones: [
    aZone(1),
    { ...aZoneWithin(2, [1]), tagIds: [retail.tagId] },
    { ...aZoneWithin(3, [2]), tagIds: [retail.tagId, indoor.tagId] },
    { ...aZoneWithin(4, [1]), tagIds: [indoor.tagId] },
  ],
});

function contextOf(filters: Partial<PageFilters>): WidgetContext {
  return {
    sites: [site],
    filters: {
      ranges: [{ from: '2026-11-20', to: '2026-11-21' }],
      hours: null,
      weekdays: null,
      offeredZoneIds: [1 as ZoneId],
      zoneId: null,
      genders: null,
      engagements: null,
      tags: [],
      compare: null,
      ...filters,
    },
    now: Date.parse('2026-11-22T12:00:00Z'),
    choice: noChoice,
  };
}

function askedOf(more: object, filters: Partial<PageFilters>) {
  const stored = { id: 1, version: 1, type: 'barChart', title: '', order: 0, metrics: [{ type: 'affluenceIn' }] };
  const found = parseStored({ ...stored, ...more });
  if (found.kind !== 'widget') throw new Error('the definition is not as expected');
  const plan = planWidget(found.widget, contextOf(filters));
  if (plan.kind !== 'shown') return plan.kind;
  for (const { query } of plan.queries) expect(parseQuery(query).ok).toBe(true);
  return plan.queries[0]?.query.filters?.conditions;
}

const zones = (...values: string[]) => expect.arrayContaining([{ criterion: 'ZONES', operator: 'IN', values }]);

describe('tags chosen on a page (D09)', () => {
  it('leave the zones inside that carry each of them; what lies in such a zone is part of it', () => {
    expect(askedOf({}, { tags: [retail] })).toEqual(zones('2'));
    expect(askedOf({}, { tags: [retail, indoor] })).toEqual(zones('3'));
    expect(askedOf({ zoneIds: [4] }, { tags: [indoor] })).toEqual(zones('4'));
  });

  it('leave nothing to show where no zone carries them', () => {
    expect(askedOf({ zoneIds: [4] }, { tags: [retail] })).toBe('noMatch');
  });

  it('narrow zones that a definition names in a condition of its own, in either way', () => {
    const filters = (operator: string, values: string[]) => ({
      conditions: [{ criterion: 'ZONES', operator, values }],
    });
    expect(askedOf({ filters: filters('IN', ['2', '4']) }, { tags: [indoor] })).toEqual(zones('3', '4'));
    expect(askedOf({ filters: filters('NOT_IN', ['1', '2', '3']) }, { tags: [indoor] })).toEqual(zones('4'));
  });

  it('are left aside by a widget that ignores them', () => {
    expect(askedOf({ ignoredFilters: ['category'] }, { tags: [retail] })).toEqual(zones('1'));
  });

  it('stand beside what a widget asks by tags itself, which then needs no other place', () => {
    const filters = { conditions: [{ criterion: 'TAGS', values: ['7'] }] };
    const asked = askedOf({ filters }, { tags: [indoor], offeredZoneIds: null });
    expect(asked).toEqual(expect.arrayContaining([{ criterion: 'TAGS', values: ['7'] }]));
    expect(asked).toEqual(zones('3', '4'));
  });
});

describe('filters that a widget ignores (D09)', () => {
  const filters: Partial<PageFilters> = {
    weekdays: { exclude: true, days: [7] },
    genders: ['female'],
    engagements: ['engaged'],
  };
  const criteria = (more: object) => (askedOf(more, filters) as readonly RawCondition[]).map((each) => each.criterion);

  it('are not in its questions; the others are', () => {
    expect(criteria({})).toEqual(expect.arrayContaining(['DAY', 'GENDER', 'ENGAGEMENT']));
    for (const [ignored, criterion] of [
      ['day', 'DAY'],
      ['gender', 'GENDER'],
      ['engagement', 'ENGAGEMENT'],
    ] as const) {
      const left = criteria({ ignoredFilters: [ignored] });
      expect(left).not.toContain(criterion);
      expect(left).toHaveLength(criteria({}).length - 1);
    }
  });

  it('do not apply to air, which has no descriptors', () => {
    expect(criteria({ metrics: [{ type: 'co2' }] })).toEqual(expect.not.arrayContaining(['GENDER', 'ENGAGEMENT']));
  });
});
