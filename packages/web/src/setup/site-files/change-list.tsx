import { instantToDate } from '@atrium/domain/core';
import { formatDate } from '@atrium/domain/core/format';
import { formatFromTo, type MessageId, type Text, useText } from '../../i18n/index.ts';
import styles from './change-list.module.css';
import type { ChangeFragment } from './operations.generated.ts';

/** Maximum number of listed changes; the rest is counted. */
const maxShown = 200;

const signs = { create: '+', update: '~', remove: '−' } as const;
const kinds: Readonly<Record<string, MessageId>> = {
  organization: 'setUp.kind.organization',
  tagCategory: 'setUp.kind.tag',
  tag: 'setUp.kind.tag',
  profile: 'setUp.kind.profile',
  installation: 'setUp.kind.installation',
  zone: 'setUp.kind.zone',
  passage: 'setUp.kind.passage',
  device: 'setUp.kind.device',
  event: 'setUp.kind.event',
  mapView: 'setUp.kind.mapView',
  user: 'setUp.kind.user',
  dashboard: 'setUp.kind.dashboard',
  page: 'setUp.kind.dashboard',
  navigation: 'setUp.kind.user',
  recipientList: 'setUp.kind.recipientList',
  alert: 'setUp.kind.alert',
};
const fields: Readonly<Record<string, MessageId>> = {
  name: 'setUp.field.name',
  address: 'setUp.field.address',
  city: 'setUp.field.city',
  country: 'setUp.field.country',
  timezone: 'setUp.field.timezone',
  changeOfDay: 'setUp.field.changeOfDay',
  openingHours: 'setUp.field.openingHours',
  closedDates: 'setUp.field.closedDates',
  area: 'setUp.field.area',
  currency: 'setUp.field.currency',
  tariffs: 'setUp.tab.tariffs',
  shopId: 'setUp.field.shopId',
  latitude: 'setUp.field.latitude',
  longitude: 'setUp.field.longitude',
  limit: 'setUp.field.limit',
  stopngoLimit: 'setUp.field.limit',
  queueLength: 'setUp.field.queueLength',
  isDisabled: 'setUp.field.disabled',
  order: 'setUp.field.order',
  parents: 'setUp.field.parents',
  tags: 'setUp.field.tags',
  ends: 'setUp.field.ends',
  footfallOf: 'setUp.field.footfallOf',
  placements: 'setUp.field.placements',
  members: 'setUp.field.members',
  kind: 'setUp.field.kind',
  interval: 'setUp.field.interval',
  installedAt: 'setUp.field.installedAt',
  removedAt: 'setUp.field.removedAt',
  metrics: 'setUp.field.metrics',
  neverEnding: 'setUp.field.neverEnding',
  dateBegin: 'setUp.field.dateBegin',
  dateEnd: 'setUp.field.dateEnd',
};

/**
 * What saving would change, for the editor and for site files. `count` is the total; `changes` contains the first ones.
 * Dates are in the time zone `zone`.
 */
export function ChangeList({
  changes,
  count = changes.length,
  zone,
}: {
  changes: readonly ChangeFragment[];
  count?: number;
  zone: string;
}) {
  const { t } = useText();
  return (
    <>
      <ul className={styles.list}>
        {changes.slice(0, maxShown).map((change) => (
          <li key={`${change.kind} ${change.key}`} className={styles.change} data-action={change.action}>
            <span className={styles.sign} aria-hidden="true">
              {signs[change.action]}
            </span>
            <div>
              <p className={styles.what}>
                <span>{t(actionOf(change))}</span> {t(kinds[change.kind] ?? 'setUp.kind.installation')}{' '}
                <bdi className={styles.name}>{change.key}</bdi>
              </p>
              {change.fields.map((field) => (
                <Field key={field.field} {...field} isNew={change.action === 'create'} zone={zone} />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {count > maxShown && <p>{t('setUp.moreChanges', { count: count - maxShown })}</p>}
    </>
  );
}

function actionOf({ action }: ChangeFragment): MessageId {
  if (action === 'create') return 'setUp.action.create';
  return action === 'remove' ? 'setUp.action.remove' : 'setUp.action.update';
}

function Field({
  field,
  before,
  after,
  isNew,
  zone,
}: ChangeFragment['fields'][number] & { readonly isNew: boolean; readonly zone: string }) {
  const reader = useText();
  const { t } = reader;
  const label = fields[field];
  const worded = (text: string | null | undefined) =>
    text == null ? t('setUp.none') : formatValue(text, reader, zone);
  const value = (text: string | null | undefined) => <bdi>{worded(text)}</bdi>;
  return (
    <p className={styles.field}>
      {label === undefined ? <bdi>{field}</bdi> : t(label)}:{' '}
      {isNew ? value(after) : formatFromTo(worded(before), worded(after))}
    </p>
  );
}

const instants = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g;

/** Formats a value: dates in the reader's format, flags as symbols, lists without brackets. */
function formatValue(value: string, reader: Text, zone: string): string {
  if (value === 'true' || value === 'false') return value === 'true' ? '✓' : '–';
  return value
    .replace(instants, (instant) => formatDate(instantToDate(zone, Date.parse(instant)), reader))
    .replace(/\boutside\b/g, reader.t('setUp.outside'))
    .replace(/[{}[\]"]/g, '');
}
