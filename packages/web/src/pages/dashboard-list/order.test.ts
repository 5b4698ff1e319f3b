import { describe, expect, it } from 'vitest';
import { sortDashboards } from './order.ts';

const one = (type: string, name: string) => ({ type, name });

describe('the dashboard list (C07)', () => {
  it('has counting, atmosphere and energy sites, then custom and marketplace dashboards, each by name', () => {
    const listed = sortDashboards(
      [
        one('marketPlace', 'A'),
        one('custom', 'Éclair'),
        one('custom', 'Zebra'),
        one('newKind', 'A'),
        one('custom', 'Alpha'),
        one('energySite', 'Org'),
        one('atmosphereSite', 'Org'),
        one('countingSite', 'Org'),
      ],
      'fr-CH',
    );
    expect(listed.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'countingSite Org',
      'atmosphereSite Org',
      'energySite Org',
      'custom Alpha',
      'custom Éclair',
      'custom Zebra',
      'marketPlace A',
      'newKind A',
    ]);
  });
});
