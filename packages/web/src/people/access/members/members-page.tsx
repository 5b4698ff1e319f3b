import { fullRights } from '@atrium/domain/people/access';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { Loading } from '../../../ui/page/loading.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { rowLink } from '../../../ui/table/row-link.ts';
import { type Column, Table } from '../../../ui/table/table.tsx';
import { mayDo, useDates, useViewer } from '../../organization/index.ts';
import { startViewAs } from '../index.ts';
import { Avatar } from '../people/avatar.tsx';
import styles from '../people/people.module.css';
import { findExcessOverViewer, formatName, type Person } from '../people/person.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { type Organization, useMembers } from './use-members.ts';

const sortings = ['name', 'role', 'profile', 'twoFactor', 'since'] as const;
type Sorting = (typeof sortings)[number];

interface Order {
  readonly by: Sorting;
  readonly isDescending: boolean;
}

/** Names of profiles by id. */
type ProfileNames = ReadonlyMap<number, string>;

const digits = (text: string) => text.replace(/[\s().-]/g, '');

/** Returns the members whose name, email or phone contains every typed word. Ignores accents. */
export function findMembers(people: readonly Person[], typed: string, locale: string): readonly Person[] {
  const words = plain(typed, locale).split(/\s+/u).filter(Boolean);
  return people.filter((person) => {
    const text = plain(`${formatName(person)} ${person.email} ${person.phone ?? ''}`, locale);
    return words.every((word) => text.includes(word) || (/^\+?\d/.test(word) && text.includes(digits(word))));
  });
}

const plain = (text: string, locale: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase(locale);

/** Sorts members. Ties are ordered by name, then by id, so that paging is stable. */
export function sortMembers(
  people: readonly Person[],
  { by, isDescending }: Order,
  profiles: ProfileNames,
  locale: string,
): readonly Person[] {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  const name = (one: Person, other: Person) => compare(formatName(one), formatName(other));
  const comparers: Record<Sorting, (one: Person, other: Person) => number> = {
    name,
    role: (one, other) => compare(one.role, other.role),
    profile: (one, other) => compare(profiles.get(one.profileId) ?? '', profiles.get(other.profileId) ?? ''),
    twoFactor: (one, other) => Number(other.otpContact !== null) - Number(one.otpContact !== null),
    since: (one, other) => one.createdAt - other.createdAt,
  };
  const sign = isDescending ? -1 : 1;
  return people.toSorted((one, other) => sign * comparers[by](one, other) || name(one, other) || one.id - other.id);
}

const heads: Record<Sorting, MessageId> = {
  name: 'members.name',
  role: 'profile.role',
  profile: 'members.profile',
  twoFactor: 'members.twoFactor',
  since: 'members.since',
};

interface MembersTableProps {
  readonly people: readonly Person[];
  readonly profiles: ProfileNames;
  /** Whether the viewer may act on this member. */
  readonly mayActOn: (person: Person) => boolean;
  readonly order: Order;
  readonly onSort: (by: Sorting) => void;
}

/** A click anywhere in a row opens the member. */
function MembersTable({ people, profiles, mayActOn, order, onSort }: MembersTableProps) {
  const { t } = useText();
  const { date } = useDates();
  const viewer = useViewer();
  const cells: Record<Sorting, (person: Person) => ReactNode> = {
    name: (person) => <Name person={person} isViewer={person.id === viewer.id} />,
    role: ({ role }) => t(role === 'admin' ? 'profile.role.admin' : 'profile.role.user'),
    profile: ({ profileId }) => profiles.get(profileId) ?? '',
    twoFactor: ({ otpContact }) => (
      <span className={styles.chip} data-state={otpContact === null ? 'off' : 'on'}>
        {otpContact !== null && <Icon name="lock" size={12} />}
        {t(otpContact === null ? 'members.twoFactor.off' : 'members.twoFactor.on')}
      </span>
    ),
    since: ({ createdAt }) => <time dateTime={new Date(createdAt).toISOString()}>{date(createdAt)}</time>,
  };
  const columns: Column<Person>[] = sortings.map((by) => ({
    key: by,
    head: t(heads[by]),
    isName: by === 'name',
    ...((by === 'twoFactor' || by === 'since') && { cardHead: t(heads[by]) }),
    cell: cells[by],
    sort: {
      by: order.by === by ? (order.isDescending ? 'descending' : 'ascending') : null,
      turn: () => onSort(by),
    },
  }));
  columns.push({
    key: 'sites',
    head: t('members.sites'),
    cell: ({ installationIds: sites }) =>
      sites === null ? t('members.sites.all') : t('members.sites.count', { count: sites.length }),
  });
  if (mayDo(viewer, 'viewAs'))
    columns.push({
      key: 'viewAs',
      head: t('members.viewAs.short'),
      isHeadHidden: true,
      cellClass: styles.act,
      cell: (person) =>
        mayActOn(person) && person.id !== viewer.id && !person.isPending && <ViewAsButton person={person} isShort />,
    });
  return (
    <Table
      look="list"
      className={styles.table}
      columns={columns}
      rows={people}
      keyOf={({ id }) => id}
      rowProps={() => ({ className: styles.row })}
      scroll={{ 'aria-label': t('shell.userManagement') }}
    />
  );
}

function Name({ person, isViewer }: { person: Person; isViewer: boolean }) {
  const { t } = useText();
  const name = formatName(person);
  return (
    <span className={styles.person}>
      <Avatar name={name} picture={person.picture} />
      <span>
        <span className={styles.names}>
          <Link
            to="/settings/user-management/$userId/$tab"
            params={{ userId: String(person.id), tab: 'general' }}
            className={styles.link}
            {...rowLink}
          >
            {name}
          </Link>
          {isViewer && <span className={styles.chip}>{t('members.you')}</span>}
          {person.isPending && (
            <span className={styles.chip} data-state="pending">
              {t('members.pending')}
            </span>
          )}
        </span>
        {name !== person.email && <span className={styles.meta}>{person.email}</span>}
      </span>
    </span>
  );
}

const pageSize = 25;

/** Members that the viewer may see. */
export function MembersPage() {
  const { t } = useText();
  const viewer = useViewer();
  const organization = useMembers();
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <PageHeader
        title={t('shell.userManagement')}
        status={organization !== null && t('members.count', { count: organization.people.length })}
        actions={
          mayDo(viewer, 'editUser') && (
            <Button look="primary" onClick={() => setInviting(true)}>
              {t('members.invite')}
            </Button>
          )
        }
      />
      {organization === null ? <Loading className={styles.ghost} /> : <List organization={organization} />}
      {isInviting && organization !== null && (
        <InviteDialog organization={organization} onClose={() => setInviting(false)} />
      )}
    </>
  );
}

function List({ organization }: { organization: Organization }) {
  const { t, locale } = useText();
  const viewer = useViewer();
  const [typed, setTyped] = useState('');
  const [order, setOrder] = useState<Order>({ by: 'name', isDescending: false });
  const [page, setPage] = useState(0);
  const profiles = useMemo(
    () => new Map(organization.profiles.map(({ profile }) => [profile.id, profile.name])),
    [organization.profiles],
  );
  const rights = useMemo(
    () => new Map(organization.profiles.map(({ profile }) => [profile.id, profile.rights])),
    [organization.profiles],
  );
  const mayActOn = (person: Person) =>
    findExcessOverViewer(viewer, person, rights.get(person.profileId) ?? fullRights) === null;
  const found = sortMembers(findMembers(organization.people, typed, locale), order, profiles, locale);
  // The last page may be empty after a deletion.
  const shownPage = Math.min(page, Math.max(0, Math.ceil(found.length / pageSize) - 1));
  const from = shownPage * pageSize;
  const shown = found.slice(from, from + pageSize);
  return (
    <>
      <div className={styles.tools}>
        <input
          type="search"
          className={styles.search}
          aria-label={t('members.search')}
          placeholder={t('members.search')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(0);
          }}
        />
        <span className="visually-hidden" role="status">
          {typed !== '' && t('members.count', { count: found.length })}
        </span>
      </div>
      {found.length === 0 ? (
        <p className={styles.empty}>{t('members.none')}</p>
      ) : (
        <MembersTable
          people={shown}
          profiles={profiles}
          mayActOn={mayActOn}
          order={order}
          onSort={(by) => setOrder((before) => ({ by, isDescending: before.by === by && !before.isDescending }))}
        />
      )}
      {found.length > pageSize && (
        <div className={styles.pager}>
          <span role="status">
            {t('members.range', { from: from + 1, to: from + shown.length, count: found.length })}
          </span>
          <IconButton
            look="plain"
            icon="chevronStart"
            label={t('members.previous')}
            disabled={shownPage === 0}
            onClick={() => setPage(shownPage - 1)}
          />
          <IconButton
            look="plain"
            icon="chevronEnd"
            label={t('members.next')}
            disabled={from + pageSize >= found.length}
            onClick={() => setPage(shownPage + 1)}
          />
        </div>
      )}
    </>
  );
}

/** Starts viewing as a member. Leaves the page. */
export function ViewAsButton({ person, isShort = false }: { person: Person; isShort?: boolean }) {
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);
  const label = t('members.viewAs', { name: formatName(person) });

  async function start() {
    if (isBusy) return;
    setBusy(true);
    if (await startViewAs(person.id)) return;
    setBusy(false);
    showToast('error', t('profile.failed'));
  }

  return (
    <Button icon="eye" aria-label={label} title={label} aria-busy={isBusy} onClick={() => void start()}>
      {isShort ? t('members.viewAs.short') : label}
    </Button>
  );
}
