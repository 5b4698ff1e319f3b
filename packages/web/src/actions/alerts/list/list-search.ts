import { type Severity, severities } from '@atrium/domain/actions/alerts';
import type { AlertFilter, AlertSort } from './operations.generated.ts';

/** Filters and order of the list, as in its address. */
export interface ListSearch {
  readonly q?: string;
  readonly show?: Shown;
  readonly severity?: Severity;
  readonly sort?: SortKey;
  readonly order?: 'DESC';
}

export const shownKinds = ['all', 'open', 'pending', 'noData', 'off'] as const;
export type Shown = (typeof shownKinds)[number];

export const sortKeys = [
  'state',
  'severity',
  'title',
  'installation_id',
  'condition',
  'event',
  'last_fired',
  'notifications',
  'notification_contacts',
  'planning_id',
  'id',
] as const;
export type SortKey = (typeof sortKeys)[number];

const statesOf = {
  all: null,
  open: ['FIRING', 'RECOVERING'],
  pending: ['PENDING'],
  noData: ['NO_DATA'],
  off: ['OFF'],
} as const;

/** Parses the search parameters; drops invalid ones. */
export function parseListSearch(given: Readonly<Record<string, unknown>>): ListSearch {
  const { q, show, severity, sort, order } = given;
  return {
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, 200) }),
    ...(isOne(shownKinds, show) && show !== 'all' && { show }),
    ...(isOne(severities, severity) && { severity }),
    ...(isOne(sortKeys, sort) && sort !== 'state' && { sort }),
    ...(order === 'DESC' && { order }),
  };
}

export function toQuestion({ q = '', show = 'all', severity, sort = 'state', order }: ListSearch): {
  readonly filter: AlertFilter;
  readonly sort: AlertSort;
} {
  const states = statesOf[show];
  return {
    filter: {
      searchValue: q,
      ...(states === null ? {} : { states: [...states] }),
      ...(severity && { severities: [severity] }),
    },
    sort: { type: sort, order: order ?? 'ASC' },
  };
}

const isOne = <Word extends string>(words: readonly Word[], given: unknown): given is Word =>
  (words as readonly unknown[]).includes(given);
