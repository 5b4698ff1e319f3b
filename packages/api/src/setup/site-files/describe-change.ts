import { isDeepStrictEqual } from 'node:util';
import type { OpeningHours } from '@atrium/domain/sites';
import { type Entity, splitKey } from '../../sites/stored/index.ts';
import type { Change } from './compare-states.ts';
import { writeOpeningHours } from './format/opening-hours.ts';
import { writeRights } from './format/rights.ts';

const signs = { create: '+', update: '~', remove: '-' } as const;

const nouns: { readonly [Kind in Entity]: string } = {
  organization: 'organization',
  tagCategory: 'tag category',
  tag: 'tag',
  profile: 'profile',
  installation: 'installation',
  zone: 'zone',
  passage: 'passage',
  device: 'device',
  event: 'event',
  mapView: 'map of',
  user: 'user',
  dashboard: 'dashboard',
  page: 'page',
  navigation: 'bookmarks and links of',
  recipientList: 'recipient list',
  alert: 'alert',
};

/** Fields that are already part of the record's path. */
const inPath = new Set(['key', 'installation', 'category', 'serial', 'email', 'order', 'dashboard', 'copy']);
const instants = new Set(['creationDate', 'installedAt', 'removedAt', 'validFrom', 'validTo', 'migrationDeadline']);

/** Field that identifies an entry, for lists of blocks. */
const titles: Readonly<Record<string, string>> = {
  widgets: 'type',
  widgetGlobalFilters: 'type',
  bookmarks: 'title',
  links: 'text',
};

/** Describes a change in one line: `~ zone hardbruecke/station: limit 900 → 950`. */
export function describeChange(change: Change): string {
  const head = `${signs[change.action]} ${nouns[change.kind]} ${change.kind === 'organization' ? (change.after?.name ?? '') : splitKey(change.key).join('/')}`;
  const fields = fieldsOf(change);
  return fields.length === 0 ? head : `${head}: ${fields.join(', ')}`;
}

/** Summarizes changes as `2 created, 1 changed, 0 removed`, or `nothing to change`. */
export function summarizeChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return 'nothing to change';
  const count = (action: Change['action']) => changes.filter((change) => change.action === action).length;
  return `${count('create')} created, ${count('update')} changed, ${count('remove')} removed`;
}

export interface ChangedField {
  readonly field: string;
  /** Formatted value. Null: none. */
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Lists the changed fields with formatted values. Periods use symbols, so that screens need not translate words. Empty
 * for a deleted record.
 */
export function listChangedFields(change: Change): ChangedField[] {
  return differing(change, (field, value) =>
    field === 'ends' || field === 'placements' || field === 'members'
      ? periodsAsSigns(value as readonly Shown[])
      : show(field, value),
  );
}

function differing({ kind, key, before, after }: Change, write: typeof show): ChangedField[] {
  if (after === null) return [];
  const name = splitKey(key).at(-1);
  const old = flat(before ?? {});
  return Object.entries(flat(after))
    .filter(([field, value]) =>
      before === null
        ? !inPath.has(field) && !(kind === 'mapView' && field === 'zone') && value !== name && !isUsual(field, value)
        : !isDeepStrictEqual(old[field], value),
    )
    .map(([field, value]) => ({ field, before: shown(field, old[field], write), after: shown(field, value, write) }));
}

function fieldsOf(change: Change): string[] {
  return differing(change, show).map(({ field, before, after }) =>
    change.before === null ? `${field} ${after ?? 'none'}` : `${field} ${before ?? 'none'} → ${after ?? 'none'}`,
  );
}

/** Flattens an alert's condition into its fields. */
function flat(record: object): Readonly<Record<string, unknown>> {
  if (!('condition' in record)) return { ...record };
  const { condition, ...rest } = record;
  return { ...rest, ...(condition as object) };
}

/** Whether a field of a new record has its default value. */
function isUsual(field: string, value: unknown): boolean {
  if (field === 'reportsZero' || field === 'enabled') return value === true;
  if (field === 'enterHold' || field === 'leaveHold') return value === 0;
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value === null || value === '' || value === false || isEmpty;
}

function show(field: string, value: unknown): string {
  if (instants.has(field)) return new Date(value as number).toISOString().replace('.000Z', 'Z');
  if (field === 'openingHours') return JSON.stringify(writeOpeningHours(value as OpeningHours));
  if (field === 'rights') return JSON.stringify(writeRights(value as never));
  if (field === 'tags' || field === 'sites' || field === 'siteTags')
    return `[${(value as string[]).map((tag) => splitKey(tag).join('/')).join(', ')}]`;
  if (field === 'config') return `${(value as { elements: readonly unknown[] }).elements.length} elements`;
  const title = titles[field];
  if (title !== undefined) return `[${(value as Record<string, string>[]).map((one) => one[title]).join(', ')}]`;
  if (field === 'ends') return showPeriods(value as never, ({ from, to }) => `${from ?? 'outside'}–${to ?? 'outside'}`);
  if (field === 'members')
    return (
      (value as Shown[])
        .map((member) => showPeriods([member] as never, ({ serial, factor }) => `${factor} × ${serial}`))
        .join(', ') || 'none'
    );
  if (field === 'placements')
    return showPeriods(
      value as never,
      ({ at, installation }) =>
        `${(at as { zone?: string }).zone ?? (at as { passage?: string }).passage} of ${installation}`,
    );
  return JSON.stringify(value);
}

const shown = (field: string, value: unknown, write: typeof show) =>
  value === null || value === undefined ? null : write(field, value);

type Shown = Readonly<Record<string, unknown>>;

/** Formats periods with symbols: `door (2026-03-01T00:00:00Z – …)`, `outside → floor`. */
function periodsAsSigns(periods: readonly Shown[]): string {
  const written = periods.map((period) => {
    const { validFrom, validTo } = period;
    const place = placeAsSigns(period);
    const bound = (value: unknown) => (value === null || value === undefined ? '…' : show('validFrom', value));
    return validFrom === null && validTo === null ? place : `${place} (${bound(validFrom)} – ${bound(validTo)})`;
  });
  return written.join(', ') || '–';
}

function placeAsSigns({ at, from, to, serial, factor }: Shown): string {
  if (serial !== undefined)
    return factor === 1 ? `+ ${serial}` : factor === -1 ? `− ${serial}` : `${factor} × ${serial}`;
  return at === undefined ? `${from ?? 'outside'} → ${to ?? 'outside'}` : Object.values(at as object).join();
}

function showPeriods(
  periods: readonly Readonly<Record<string, unknown>>[],
  place: (period: Readonly<Record<string, unknown>>) => string,
): string {
  const bound = (word: string, field: string, value: unknown) =>
    value === null || value === undefined ? '' : ` ${word} ${show(field, value)}`;
  return (
    periods
      .map(
        (period) =>
          `${place(period)}${bound('from', 'validFrom', period.validFrom)}${bound('until', 'validTo', period.validTo)}`,
      )
      .join(' then ') || 'none'
  );
}
