import { noChoice, type PageFilters, type WidgetChoice } from '@atrium/domain/pages/widgets';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBoardPlanner } from './plan-board.ts';

const filters: PageFilters = {
  ranges: [{ from: '2026-11-20', to: '2026-11-21' } as PageFilters['ranges'][number]],
  hours: null,
  weekdays: null,
  offeredZoneIds: null,
  zoneId: null,
  genders: null,
  engagements: null,
  tags: [],
  compare: null,
};
const pageAt = (now: number) => ({ sites: noSites, filters, now, colors: noColors });
const noSites: readonly never[] = [];
const noColors = {};
const columns = (title: string, order: number) => ({
  id: order,
  type: 'columnChart',
  title,
  order,
  version: 1,
  metrics: [{ type: 'affluenceIn', zoneIds: [1] }],
});
const unknown = { type: 'hologram', order: 9 };

const edit = fc.oneof(
  fc.record({ what: fc.constant('title' as const), place: fc.nat(5), title: fc.string() }),
  fc.record({ what: fc.constant('remove' as const), place: fc.nat(5) }),
  fc.record({ what: fc.constant('add' as const), title: fc.string() }),
  fc.record({ what: fc.constant('choose' as const), place: fc.nat(5) }),
  fc.record({ what: fc.constant('later' as const) }),
);

test('however a page was worked on, what is planned is what a fresh look at it plans', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      const planner = createBoardPlanner();
      let stored: readonly object[] = [columns('One', 0), unknown, columns('Two', 1)];
      let choices: Readonly<Record<string, WidgetChoice>> = {};
      let now = Date.parse('2026-11-20T12:00:00Z');
      for (const step of edits) {
        if (step.what === 'title')
          stored = stored.map((one, index) => (index === step.place ? { ...one, title: step.title } : one));
        if (step.what === 'remove') stored = stored.filter((_, index) => index !== step.place);
        if (step.what === 'add') stored = [...stored, columns(step.title, stored.length)];
        if (step.what === 'choose') choices = { ...choices, [step.place]: { ...noChoice } };
        if (step.what === 'later') now += 20_000;
        const fresh = createBoardPlanner();
        expect(planner.plan(planner.read(stored), pageAt(now), choices)).toEqual(
          fresh.plan(fresh.read(stored), pageAt(now), choices),
        );
      }
    }),
  );
});

test('only the widget that changed is another one; of another time all are', () => {
  const planner = createBoardPlanner();
  const [one, two] = [columns('One', 0), columns('Two', 1)];
  const plan = (stored: readonly object[], now = 0) => planner.plan(planner.read(stored), pageAt(now), {});
  const before = plan([one, unknown, two]);
  const after = plan([one, unknown, { ...two, title: 'Three' }]);
  expect(after.map((item, index) => item === before[index])).toEqual([true, true, false]);
  const later = plan([one, unknown, two], 1);
  expect(later.map((item, index) => item === after[index])).toEqual([false, false, false]);
});
