import { describe, expect, it } from 'vitest';
import type { EventId, PassageId, ZoneId } from '../../../core/index.ts';
import { checkCondition } from './check-condition.ts';
import { type AlertCondition, conditionTypes, emptyCondition } from './condition.ts';
import { getConditionType } from './registry.ts';

const zone = { zoneId: 7 as ZoneId };
const co2 = (changes: Partial<AlertCondition>) => ({ ...emptyCondition('CO2'), ...zone, value: 850, ...changes });
const warm = (changes: Partial<AlertCondition>) => ({ ...emptyCondition('temperature'), ...zone, ...changes });

const cost = (changes: Partial<AlertCondition>) => ({
  ...emptyCondition('threshold'),
  ...{ metric: 'electricityCost', interval: 86_400, max: 120.5 },
  ...changes,
});

describe('a condition', () => {
  it.each([
    ['is whole', co2({}), []],
    ['has a severity that is known', co2({ severity: 'urgent' as never }), [{ field: 'severity', kind: 'unknown' }]],
    [
      'has quiet times with weekdays',
      co2({ quietTimes: [{ days: [], from: '22:00', to: '06:00' }] }),
      [{ field: 'quietTimes', kind: 'unknown' }],
    ],
    ['wants its zone', co2({ zoneId: null }), [{ field: 'zoneId', kind: 'required' }]],
    ['wants its number', co2({ value: null }), [{ field: 'value', kind: 'required' }]],
    ['takes numbers that can be', co2({ value: -1 }), [{ field: 'value', kind: 'range', min: 0, max: 10_000 }]],
    ['takes numbers', co2({ value: Number.NaN }), [{ field: 'value', kind: 'range', min: 0, max: 10_000 }]],
    [
      'ends no farther out than it fires',
      co2({ endValue: 860 }),
      [{ field: 'endValue', kind: 'atMost', of: 'value', bound: 850 }],
    ],
    ['may end where it fires', co2({ endValue: 850 }), []],
    [
      'below: ends no lower than it fires',
      { ...emptyCondition('comfortScale'), ...zone, value: 3, endValue: 2 },
      [{ field: 'endValue', kind: 'atLeast', of: 'value', bound: 3 }],
    ],
    ['counts people whole', { ...emptyCondition('limit'), ...zone, value: 1.5 }, [{ field: 'value', kind: 'whole' }]],
    ['a range wants one end at least', warm({}), [{ field: 'max', kind: 'required' }]],
    ['a range may be open', warm({ max: 26 }), []],
    ['a range goes upwards', warm({ min: 26, max: 26 }), [{ field: 'max', kind: 'greaterThan', of: 'min', bound: 26 }]],
    [
      'a range ends within itself',
      warm({ min: 18, max: 26, endMin: 17, endMax: 27 }),
      [
        { field: 'endMin', kind: 'atLeast', of: 'min', bound: 18 },
        { field: 'endMax', kind: 'atMost', of: 'max', bound: 26 },
      ],
    ],
    [
      'a range leaves room where it ends',
      warm({ min: 18, max: 26, endMin: 23, endMax: 22 }),
      [{ field: 'endMax', kind: 'greaterThan', of: 'endMin', bound: 23 }],
    ],
    [
      'flux wants a zone or passages, and a direction',
      { ...emptyCondition('flux'), value: 10 },
      [
        { field: 'direction', kind: 'required' },
        { field: 'zoneId', kind: 'required' },
      ],
    ],
    [
      'flux is of passages too',
      { ...emptyCondition('flux'), value: 10, direction: 'in', passageIds: [3 as PassageId] },
      [],
    ],
    ['a threshold is whole', cost({}), []],
    ['a threshold wants its metric', cost({ metric: null }), [{ field: 'metric', kind: 'required' }]],
    [
      'a threshold takes metrics there are',
      cost({ metric: 'waterConsumptionOnDay' }),
      [{ field: 'metric', kind: 'unknown' }],
    ],
    ['a threshold of people is whole', cost({ metric: 'affluenceIn' }), [{ field: 'max', kind: 'whole' }]],
    ['a threshold takes widths there are', cost({ interval: 60 }), [{ field: 'interval', kind: 'unknown' }]],
    ['a threshold wants a limit', cost({ max: null }), [{ field: 'max', kind: 'required' }]],
    ['status wants its codes', emptyCondition('status'), [{ field: 'padStatusCodes', kind: 'required' }]],
    ['an intrusion wants nothing', emptyCondition('intrusion'), []],
    ['Stop&Go wants its event', emptyCondition('stopAndGo'), [{ field: 'eventId', kind: 'required' }]],
    [
      'holds are not endless',
      co2({ enterHold: -1, maxTrigger: 0 }),
      [
        { field: 'enterHold', kind: 'range', min: 0, max: 604_800 },
        { field: 'maxTrigger', kind: 'range', min: 1, max: 1000 },
      ],
    ],
  ] as const)('%s', (_what, condition, problems) => {
    expect(checkCondition(condition as AlertCondition)).toEqual(problems);
  });

  it.each(conditionTypes)('of type %s can be saved with what a new alert of it begins with', (name) => {
    const usual = getConditionType(name).values(emptyCondition(name))?.usual ?? null;
    const numbers = Array.isArray(usual) ? { min: usual[0], max: usual[1] } : { value: usual as number | null };
    const chosen: Partial<AlertCondition> = {
      ...zone,
      eventId: 1 as EventId,
      direction: 'in',
      padStatusCodes: ['internetLost'],
      metric: 'affluenceIn',
      deviation: 'outsideRange',
      interval: 3600,
    };
    expect(checkCondition({ ...emptyCondition(name), ...chosen, ...numbers })).toEqual([]);
  });
});
