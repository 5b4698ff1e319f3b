import { expect, it } from 'vitest';
import { listTabQuestions, listTabRows, siteTabNames, siteTabs } from './site-tabs.ts';

it('asks what the cards of a tab draw and nothing else', () => {
  expect([...listTabQuestions('flow')].toSorted()).toEqual(['course', 'expected', 'partCourse', 'parts', 'total']);
  // Neither draws usual values over time.
  expect([...listTabQuestions('uses')].toSorted()).toEqual(['course', 'partCourse', 'parts', 'total']);
  expect([...listTabQuestions('sensors')].toSorted()).toEqual(['course', 'parts', 'total']);
  expect(listTabQuestions('energy')).toContain('week');
  expect(listTabQuestions('flow')).not.toContain('week');
  expect(listTabQuestions('atmosphere')).toContain('extremes');
  expect(listTabQuestions('rooms')).toContain('scores');
  expect(listTabQuestions('rooms')).not.toContain('extremes');
});

it('lists parts of the kind that its tab divides its numbers by', () => {
  for (const tab of siteTabNames)
    for (const card of listTabRows(tab).flat())
      if ('by' in card) expect([tab, card.by]).toEqual([tab, siteTabs[tab].numbers?.partsBy]);
});
