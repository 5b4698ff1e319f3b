import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type EventId, id } from '../../core/index.ts';
import { toDayRange } from '../../numbers/index.ts';
import { addEvent, changeTimespan, type EventDays, getEventDays, removeEvent } from './event-days.ts';
import { defaultFilters, type FilterState } from './filter-state.ts';

const zurich = { timezone: 'Europe/Zurich', changeOfDay: '00:00' };
const bounds = { first: '2025-09-01', last: '2025-11-20' };
const event = (number: number, first: string, last: string): EventDays => ({
  id: id<EventId>(number),
  name: `Event ${number}`,
  days: toDayRange(first, last),
});
const custom = (...ranges: readonly [string, string][]): FilterState => ({
  ...defaultFilters,
  timespan: { kind: 'custom', ranges: ranges.map(([first, last]) => toDayRange(first, last)) },
});

describe('D04 an event and its days', () => {
  it('are cut to the days that can be chosen', () => {
    const market = { id: id<EventId>(1), name: 'Market', begin: Date.UTC(2025, 10, 18, 23), end: null };
    expect(getEventDays(market, zurich, bounds)?.days).toEqual(toDayRange('2025-11-19', '2025-11-20'));
    expect(getEventDays({ ...market, begin: Date.UTC(2025, 11, 1) }, zurich, bounds)).toBeNull();
    expect(getEventDays({ ...market, begin: null, end: Date.UTC(2025, 8, 2, 22) }, zurich, bounds)?.days).toEqual(
      toDayRange('2025-09-01', '2025-09-02'),
    );
  });

  it('come in the place of a preset, and beside chosen days', () => {
    const sale = event(4, '2025-10-03', '2025-10-05');
    expect(addEvent(defaultFilters, sale)).toEqual({
      timespan: custom(['2025-10-03', '2025-10-05']).timespan,
      events: [4],
    });
    expect(addEvent(custom(['2025-10-05', '2025-10-09']), sale).timespan).toEqual(
      custom(['2025-10-03', '2025-10-09']).timespan,
    );
    expect(addEvent(custom(['2025-11-01', '2025-11-02']), sale).timespan).toEqual(
      custom(['2025-10-03', '2025-10-05'], ['2025-11-01', '2025-11-02']).timespan,
    );
  });

  it('go together: the days with the event, the event with the days', () => {
    const sale = event(4, '2025-10-03', '2025-10-05');
    const chosen = { ...defaultFilters, ...addEvent(custom(['2025-11-01', '2025-11-02']), sale) };
    expect(removeEvent(chosen, sale, [sale])).toEqual({ ...pick(custom(['2025-11-01', '2025-11-02'])), events: [] });
    expect(changeTimespan(chosen, custom(['2025-11-01', '2025-11-02']).timespan, [sale]).events).toEqual([]);
    expect(changeTimespan(chosen, custom(['2025-10-03', '2025-10-04']).timespan, [sale]).events).toEqual([]);
    expect(changeTimespan(chosen, custom(['2025-10-01', '2025-10-31']).timespan, [sale]).events).toEqual([4]);
    expect(changeTimespan(chosen, { kind: 'preset', preset: 'last7' }, [sale]).events).toEqual([]);
    const only = { ...defaultFilters, ...addEvent(defaultFilters, sale) };
    expect(removeEvent(only, sale, [sale])).toEqual({ timespan: null, events: [] });
  });

  it('leave what they found, whatever was chosen apart from them', () => {
    const day = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 9 }),
        day,
        fc.integer({ min: 0, max: 9 }),
        (from, more, at, length) => {
          fc.pre(at > from + more + 1 || at + length + 1 < from);
          const first = addDays('2025-09-01', from);
          const before = custom([first, addDays(first, more)]);
          const begin = addDays('2025-09-01', at);
          const fair = event(1, begin, addDays(begin, length));
          const after = { ...before, ...addEvent(before, fair) };
          expect(after.events).toEqual([1]);
          expect(removeEvent(after, fair, [fair])).toEqual(pick(before));
        },
      ),
    );
  });
});

function pick({ timespan, events }: FilterState) {
  return { timespan, events };
}
