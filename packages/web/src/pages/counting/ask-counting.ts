import { toDaySpan } from '@atrium/domain/core';
import { type RawQuery, toDayRange } from '@atrium/domain/numbers';
import type { Translate } from '../../i18n/index.ts';
import type { NumberQuestion } from '../explain/explain-number.ts';
import type { CountingContext, CountingNumber } from './counting-model.ts';

/**
 * Returns the question of a number on the counting page by its key: `entries` for the shown zone, `doors:North` for the
 * entries through a door, `zones:entries/12` for a cell of the zone table.
 */
export function askCounting(
  key: string,
  context: Omit<CountingContext, 'explains'>,
  t: Translate,
): NumberQuestion | null {
  const { queries, site, filters } = context;
  const { zone, topZone } = filters;
  const door = /^doors:(.+)$/su.exec(key)?.[1];
  if (door !== undefined) {
    const groups = [{ type: 'PASSAGE', label: door, zoneId: null }];
    const named = site.topology.passages.filter(({ name }) => name === door);
    const idOf = () => (named.length === 1 ? (named[0]?.id ?? null) : null);
    return { ...ask('entries', queries.doors, context, t), place: door, groups, idOf };
  }
  const [, name, id] = /^zones:(entries|inside|capture)\/(\d+)$/.exec(key) ?? [];
  if (name !== undefined) {
    const row = site.topology.zones.find((each) => String(each.id) === id);
    if (row === undefined) return null;
    const asked =
      name === 'inside' ? insideNow(context) : name === 'capture' ? queries.zoneCapture : queries.zoneEntries;
    const groups = [{ type: 'ZONE_ID', label: String(row.id), zoneId: row.id }];
    return { ...ask(name as CountingNumber, asked, context, t), place: row.name, groups };
  }
  if (!isCountingNumber(key)) return null;
  return {
    ...ask(key, key === 'inside' ? insideNow(context) : queries[key], context, t),
    place: zone.id === topZone.id ? site.topology.name : zone.name,
  };
}

const titles = ['entries', 'exits', 'capture', 'inside', 'typicalWeek'] as const;
/** Numbers without a title of their own: they have their metric's name. */
const untitled = ['dwell', 'female', 'goods'] as const;
const isCountingNumber = (key: string): key is CountingNumber => [...titles, ...untitled].some((name) => name === key);

const insideNow = ({ queries }: Pick<CountingContext, 'queries'>): RawQuery => ({
  ...queries.insideSeries,
  aggregation: 'LAST',
});

function ask(
  name: CountingNumber,
  query: RawQuery,
  { site, filters }: Pick<CountingContext, 'site' | 'filters'>,
  t: Translate,
): Omit<NumberQuestion, 'place'> {
  const { state, ranges, spans, today } = filters;
  const [first, last] = [spans[0], spans.at(-1)];
  const titled = titles.find((each) => each === name);
  const whole = first && last ? { from: first.from, to: last.to } : null;
  return {
    query,
    calendar: site.topology,
    mode: state.compare.on && name !== 'typicalWeek' ? state.compare.mode : null,
    ...(titled && { title: t(`counting.kpi.${titled === 'typicalWeek' ? 'entries' : titled}`) }),
    // People inside are always today's, whatever days are shown.
    ...(name === 'inside'
      ? { whole: whole && toDaySpan(site.topology, today), ranges: [toDayRange(today, today)] }
      : { whole, ranges }),
  };
}
