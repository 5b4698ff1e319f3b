import { fullRights } from '@atrium/domain/access';
import { useMemo, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { mayDo, useViewer } from '../../../organization/index.ts';
import { Button, IconButton } from '../../../ui/form/index.ts';
import { Loading } from '../../../ui/loading/index.ts';
import { PageHeader } from '../../../ui/page/index.ts';
import { findExcessOverViewer } from '../excess.ts';
import styles from '../people.module.css';
import type { Person } from '../person.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersTable } from './members-table.tsx';
import { findMembers, type Order, sortMembers } from './order-members.ts';
import { type Organization, useMembers } from './use-members.ts';

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
