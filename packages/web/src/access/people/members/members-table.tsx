import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { mayDo, useDates, useViewer } from '../../../organization/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { type Column, rowLink, Table } from '../../../ui/table/index.ts';
import { Avatar } from '../avatar.tsx';
import styles from '../people.module.css';
import { formatName, type Person } from '../person.ts';
import { type Order, type ProfileNames, type Sorting, sortings } from './order-members.ts';
import { ViewAsButton } from './view-as-button.tsx';

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
export function MembersTable({ people, profiles, mayActOn, order, onSort }: MembersTableProps) {
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
