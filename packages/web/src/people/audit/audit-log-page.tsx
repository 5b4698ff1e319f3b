import { useQuery } from '@apollo/client/react';
import { addDays, dateToWall, isLocalDate, wallToInstant } from '@atrium/domain/core';
import { allRights, type Right } from '@atrium/domain/people/access';
import { type AuditAction, auditActions, isAuditAction } from '@atrium/domain/people/audit';
import { useState } from 'react';
import { formatFromTo, type MessageId, type Translate, useText } from '../../i18n/index.ts';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { Button } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/controls.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { useDates, useZone } from '../organization/index.ts';
import styles from './audit-log.module.css';
import {
  AuditLogDocument,
  type AuditLogQuery,
  type AuditLogQueryVariables,
  AuditPeopleDocument,
} from './operations.generated.ts';

/** Kinds of actions to filter by. The prefix of an action decides its kind. */
const kinds = ['signIns', 'people', 'rights', 'settings', 'viewAs'] as const;
type Kind = (typeof kinds)[number];

const kindTexts: Record<Kind, MessageId> = {
  signIns: 'audit.filter.signIns',
  people: 'audit.filter.people',
  rights: 'audit.filter.rights',
  settings: 'audit.filter.settings',
  viewAs: 'audit.filter.viewAs',
};

const signInPrefixes: readonly AuditAction[] = [
  'account.browserTrusted',
  'account.passwordResetRequested',
  'account.passwordReset',
];

function findKind(action: AuditAction): Kind {
  if (action.startsWith('session.viewAs')) return 'viewAs';
  if (action.startsWith('access.')) return 'rights';
  if (action.startsWith('session.') || signInPrefixes.includes(action)) return 'signIns';
  if (action.startsWith('account.')) return 'people';
  return action.startsWith('profile.') ? 'rights' : 'settings';
}

const selectActions = (kind: Kind): readonly AuditAction[] =>
  Object.keys(auditActions)
    .filter(isAuditAction)
    .filter((action) => findKind(action) === kind);

/** Selected filters; '' does not filter. Dates are in the reader's time zone, both inclusive. */
interface ChosenFilters {
  readonly kind: Kind | '';
  readonly person: string;
  readonly from: string;
  readonly to: string;
}

const noFilters: ChosenFilters = { kind: '', person: '', from: '', to: '' };

function toFilter(
  { kind, person, from, to }: ChosenFilters,
  zone: string,
): NonNullable<AuditLogQueryVariables['filter']> {
  return {
    ...(kind !== '' && { actions: [...selectActions(kind)] }),
    ...(person !== '' && { actorUserId: Number(person) }),
    ...(isLocalDate(from) && { from: startOfDay(zone, from) }),
    ...(isLocalDate(to) && { to: startOfDay(zone, addDays(to, 1)) }),
  };
}

function Filters({ chosen, onChange }: { chosen: ChosenFilters; onChange: (chosen: ChosenFilters) => void }) {
  const { t, dateFormat } = useText();
  const { data } = useQuery(AuditPeopleDocument);
  const set = (change: Partial<ChosenFilters>) => onChange({ ...chosen, ...change });
  return (
    <div className={styles.filters}>
      <SelectField
        label={t('audit.filter.kind')}
        name="kind"
        value={chosen.kind}
        onChange={(kind) => set({ kind: kinds.find((one) => one === kind) ?? '' })}
        options={[
          { value: '', text: t('audit.filter.all') },
          ...kinds.map((kind) => ({ value: kind, text: t(kindTexts[kind]) })),
        ]}
      />
      <LongSelectField
        label={t('audit.filter.person')}
        name="person"
        value={chosen.person}
        onChange={(person) => set({ person })}
        options={[
          { value: '', text: t('audit.filter.anybody') },
          ...(data?.allUsers ?? []).map(({ id, firstName, lastName, email }) => ({
            value: String(id),
            text: `${firstName} ${lastName}`.trim() || email,
          })),
        ]}
      />
      <DateField
        label={t('audit.filter.from')}
        name="from"
        pattern={dateFormat}
        value={chosen.from}
        max={chosen.to}
        onChange={(from) => set({ from })}
      />
      <DateField
        label={t('audit.filter.to')}
        name="to"
        pattern={dateFormat}
        value={chosen.to}
        min={chosen.from}
        onChange={(to) => set({ to })}
      />
    </div>
  );
}

const startOfDay = (zone: string, date: string) => wallToInstant(zone, dateToWall(date, 0));

type Details = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** Formats an entry's details beyond actor and action; '' if there are none. */
function formatDetails(action: string, details: Details, t: Translate, locale: string): string {
  const and = new Intl.ListFormat(locale, { type: 'conjunction' });
  const { name, email, by, reason, changed, granted, withdrawn, contact } = details;
  const parts = [
    isText(name) && name,
    isText(details.file) && details.file,
    isText(email) && email,
    isText(by) && translateOrRaw(t, `audit.detail.by.${by}`),
    isText(reason) && translateOrRaw(t, `audit.detail.reason.${reason}`),
    isList(changed) && changed.length > 0 && and.format(changed.map((field) => change(field, details, t))),
    isList(granted) && granted.length > 0 && t('audit.detail.granted', { list: rights(granted, t, and) }),
    isList(withdrawn) && withdrawn.length > 0 && t('audit.detail.withdrawn', { list: rights(withdrawn, t, and) }),
    isText(contact) && translateOrRaw(t, `audit.field.${contact}`),
    action === 'account.twoFactorChanged' && formatFromTo(contactText(details.from, t), contactText(details.to, t)),
    action === 'account.emailChangeRequested' && isText(details.to) && details.to,
    action === 'account.emailChanged' &&
      (isText(details.from) && isText(details.to)
        ? formatFromTo(details.from, details.to)
        : [details.from, details.to].find(isText)),
    action === 'siteFile.applied' && siteFile(details, t),
    action === 'access.refused' && t('audit.detail.refused', { operation: String(details.operation) }),
    action === 'inside.corrected' && inside(details, t),
  ];
  return parts.filter(isText).join(' · ');
}

/** A changed field with its old and new value where they are readable. */
function change(field: string, { before, after }: Details, t: Translate): string {
  const [was, is] = [before, after].map((values) => (values as Details | undefined)?.[field] ?? '');
  const name = translateOrRaw(t, `audit.field.${field}`);
  const isReadable =
    typeof was === 'string' && typeof is === 'string' && !hidden.has(field) && (was !== '' || is !== '');
  return isReadable ? `${name} (${formatFromTo(was || '–', is || '–')})` : name;
}

/** Fields that contain file names. */
const hidden: ReadonlySet<string> = new Set(['picture', 'logo']);

/** Translates a stored word; returns it unchanged if no catalogue has it. */
function translateOrRaw(t: Translate, id: string): string {
  const text = t(id as MessageId);
  return text === id ? (id.split('.').at(-1) ?? id) : text;
}

function rights(list: readonly string[], t: Translate, and: Intl.ListFormat): string {
  if (list.length === allRights.length) return t('audit.detail.everyRight');
  return and.format((list as readonly Right[]).map((right) => rightText(right, t)));
}

function rightText(right: Right, t: Translate): string {
  const at = right.lastIndexOf('.');
  return `${translateOrRaw(t, `rights.area.${right.slice(0, at)}`)} (${translateOrRaw(t, `rights.verb.${right.slice(at + 1)}`)})`;
}

const contactText = (contact: unknown, t: Translate) =>
  isText(contact) ? translateOrRaw(t, `audit.field.${contact}`) : t('audit.contact.off');

function siteFile({ created, updated, removed }: Details, t: Translate): string {
  return t('audit.detail.siteFile', { created: Number(created), updated: Number(updated), removed: Number(removed) });
}

function inside({ zone, value, note }: Details, t: Translate): string {
  return t('audit.detail.inside', { zone: String(zone), value: Number(value), note: String(note) });
}

type Entry = AuditLogQuery['auditLog']['nodes'][number];

function LogTable({ entries, isBusy }: { entries: readonly Entry[]; isBusy: boolean }) {
  const { t, locale } = useText();
  const { moment } = useDates();
  const columns: readonly Column<Entry>[] = [
    {
      key: 'when',
      head: t('audit.when'),
      cellClass: styles.when,
      cell: ({ at }) => (
        <time dateTime={new Date(at).toISOString()}>
          <bdi dir="ltr">{moment(at)}</bdi>
        </time>
      ),
    },
    {
      key: 'who',
      head: t('audit.who'),
      isName: true,
      cell: ({ actorName, actorUserId, address, viewAsName }) => (
        <>
          {actorName ?? t(getUnnamedActorLabel(actorUserId, address))}
          {viewAsName !== null && <span className={styles.meta}>{t('audit.asOther', { name: viewAsName })}</span>}
        </>
      ),
    },
    {
      key: 'kind',
      head: t('audit.filter.kind'),
      cellClass: styles.quiet,
      cell: ({ action }) => isAuditAction(action) && t(kindTexts[findKind(action)]),
    },
    {
      key: 'what',
      head: t('audit.what'),
      cell: ({ action, details }) => {
        const told = formatDetails(action, details as Readonly<Record<string, unknown>>, t, locale);
        return (
          <>
            {isAuditAction(action) ? t(`audit.action.${action}`) : action}
            {told !== '' && <span className={styles.meta}>{told}</span>}
          </>
        );
      },
    },
    {
      key: 'address',
      head: t('audit.address'),
      cellClass: styles.quiet,
      cell: ({ address }) => <bdi dir="ltr">{address ?? '–'}</bdi>,
    },
  ];
  return (
    <Table
      look="list"
      className={styles.table}
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
      rowProps={({ address }) => ({ 'data-nowhere': address === null || undefined })}
      aria-busy={isBusy}
    />
  );
}

/** Label of an actor without a name: a former user, unknown, or the system. */
function getUnnamedActorLabel(actorUserId: number | null, address: string | null) {
  if (actorUserId !== null) return 'audit.gone' as const;
  return address === null ? ('audit.system' as const) : ('audit.nobody' as const);
}

const pageSize = 50;

/** Audit log, newest first, for administrators. */
export function AuditLogPage() {
  const { t } = useText();
  const [chosen, setChosen] = useState<ChosenFilters>(noFilters);
  const filter = toFilter(chosen, useZone());
  const { data, previousData, error, fetchMore, loading } = useQuery(AuditLogDocument, {
    variables: { first: pageSize, filter },
    fetchPolicy: 'cache-and-network',
  });
  const log = (data ?? previousData)?.auditLog;

  function older() {
    void fetchMore({
      variables: { after: log?.pageInfo.endCursor ?? null },
      updateQuery: (before, { fetchMoreResult: { auditLog } }) => ({
        auditLog: { ...auditLog, nodes: [...before.auditLog.nodes, ...auditLog.nodes] },
      }),
    }).catch(() => undefined);
  }

  return (
    <>
      <PageHeader title={t('audit.title')} status={log && t('audit.count', { count: log.count })} />
      <Filters chosen={chosen} onChange={setChosen} />
      {error !== undefined && log === undefined && <p className={styles.empty}>{t('audit.failed')}</p>}
      {log === undefined && error === undefined && <Loading className={styles.ghost} />}
      {log?.nodes.length === 0 && <p className={styles.empty}>{t('audit.none')}</p>}
      {log !== undefined && log.nodes.length > 0 && <LogTable entries={log.nodes} isBusy={loading} />}
      {log?.pageInfo.hasNextPage === true && (
        <div className={styles.more}>
          <Button aria-busy={loading} onClick={older}>
            {t('audit.older')}
          </Button>
        </div>
      )}
    </>
  );
}
