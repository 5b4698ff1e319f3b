import { Link } from '@tanstack/react-router';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { mayDo, useDates, useViewer } from '../../../organization/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { Avatar } from '../avatar.tsx';
import styles from '../people.module.css';
import { nameOf, type Person } from '../person.ts';
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
  /** Whether the viewer may do anything to somebody. */
  readonly mayActOn: (person: Person) => boolean;
  readonly order: Order;
  readonly onSort: (by: Sorting) => void;
}

export function MembersTable({ people, profiles, mayActOn, order, onSort }: MembersTableProps) {
  const { t } = useText();
  const mayViewAs = mayDo(useViewer(), 'viewAs');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {sortings.map((by) => (
            <Head key={by} by={by} order={order} onSort={onSort} />
          ))}
          <th scope="col">{t('members.sites')}</th>
          {mayViewAs && (
            <th scope="col">
              <span className="visually-hidden">{t('members.viewAs.short')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Row
            key={person.id}
            person={person}
            profile={profiles.get(person.profileId) ?? ''}
            mayViewAs={mayViewAs && mayActOn(person)}
          />
        ))}
      </tbody>
    </table>
  );
}

function Head({ by, order, onSort }: { by: Sorting; order: Order; onSort: (by: Sorting) => void }) {
  const { t } = useText();
  const isCurrent = order.by === by;
  return (
    <th scope="col" aria-sort={isCurrent ? (order.isDescending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" className={styles.sort} onClick={() => onSort(by)}>
        {t(heads[by])}
        {isCurrent && (
          <span className={styles.arrow} data-up={!order.isDescending}>
            <Icon name="chevronDown" size={12} />
          </span>
        )}
      </button>
    </th>
  );
}

/** The name's link covers the whole row, so that a click anywhere opens the person. */
function Row({ person, profile, mayViewAs }: { person: Person; profile: string; mayViewAs: boolean }) {
  const { t } = useText();
  const { date } = useDates();
  const viewer = useViewer();
  const name = nameOf(person);
  const sites = person.installationIds;
  return (
    <tr className={styles.row}>
      <th scope="row">
        <span className={styles.person}>
          <Avatar name={name} picture={person.picture} />
          <span>
            <span className={styles.names}>
              <Link
                to="/settings/user-management/$userId/$tab"
                params={{ userId: String(person.id), tab: 'general' }}
                className={styles.link}
              >
                {name}
              </Link>
              {person.id === viewer.id && <span className={styles.chip}>{t('members.you')}</span>}
              {person.isPending && (
                <span className={styles.chip} data-state="pending">
                  {t('members.pending')}
                </span>
              )}
            </span>
            {name !== person.email && <span className={styles.meta}>{person.email}</span>}
          </span>
        </span>
      </th>
      <td>{t(person.role === 'admin' ? 'profile.role.admin' : 'profile.role.user')}</td>
      <td>{profile}</td>
      <td>
        <span className={styles.chip} data-state={person.otpContact === null ? 'off' : 'on'}>
          {person.otpContact !== null && <Icon name="lock" size={12} />}
          {t(person.otpContact === null ? 'members.twoFactor.off' : 'members.twoFactor.on')}
        </span>
      </td>
      <td>
        <time dateTime={new Date(person.createdAt).toISOString()}>{date(person.createdAt)}</time>
      </td>
      <td>{sites === null ? t('members.sites.all') : t('members.sites.count', { count: sites.length })}</td>
      {mayDo(viewer, 'viewAs') && (
        <td className={styles.act}>
          {mayViewAs && person.id !== viewer.id && !person.isPending && <ViewAsButton person={person} isShort />}
        </td>
      )}
    </tr>
  );
}
