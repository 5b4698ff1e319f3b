import { useMutation, useQuery } from '@apollo/client/react';
import { allRights, fillRights, includesRights } from '@atrium/domain/people/access';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { Loading } from '../../../ui/page/loading.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { rowLink } from '../../../ui/table/row-link.ts';
import { type Column, Table } from '../../../ui/table/table.tsx';
import { mayDo, useViewer } from '../../organization/index.ts';
import type { CountedProfile } from '../members/use-members.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { DeleteProfileDocument, RightProfilesDocument } from './operations.generated.ts';
import styles from './people.module.css';
import { toAuthority } from './person.ts';
import { listGrantedRights, ProfileDialog } from './right-profile-dialog.tsx';

/** Right profiles of the organization. Readable with the right to see members; only administrators edit them. */
export function RightProfilesPage() {
  const { t } = useText();
  const mayChange = mayDo(useViewer(), 'editRightProfiles');
  const { data, error } = useQuery(RightProfilesDocument, { fetchPolicy: 'cache-and-network' });
  const [opened, setOpened] = useState<CountedProfile | 'new' | null>(null);
  const [leaving, setLeaving] = useState<CountedProfile | null>(null);
  if (data === undefined && error !== undefined) throw error;
  return (
    <>
      <PageHeader
        title={t('rights.title')}
        actions={
          mayChange && (
            <Button look="primary" onClick={() => setOpened('new')}>
              {t('rights.new')}
            </Button>
          )
        }
      />
      {data === undefined ? (
        <Loading className={styles.ghost} />
      ) : (
        <Profiles profiles={data.allProfiles} mayChange={mayChange} onOpen={setOpened} onDelete={setLeaving} />
      )}
      {opened !== null && <ProfileDialog counted={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
      {leaving !== null && <DeleteProfile counted={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

interface ProfilesProps {
  readonly profiles: readonly CountedProfile[];
  readonly mayChange: boolean;
  readonly onOpen: (counted: CountedProfile) => void;
  readonly onDelete: (counted: CountedProfile) => void;
}

function Profiles({ profiles, mayChange, onOpen, onDelete }: ProfilesProps) {
  const { t } = useText();
  const own = toAuthority(useViewer()).rights;
  const mayEdit = ({ profile }: CountedProfile) => mayChange && includesRights(own, fillRights(profile.rights));
  const columns: readonly Column<CountedProfile>[] = [
    {
      key: 'name',
      head: t('members.name'),
      isName: true,
      cell: (counted) => (
        <button
          type="button"
          className={styles.link}
          {...rowLink}
          aria-label={t(mayEdit(counted) ? 'rights.edit' : 'rights.show', { name: counted.profile.name })}
          onClick={() => onOpen(counted)}
        >
          {counted.profile.name}
        </button>
      ),
    },
    {
      key: 'granted',
      head: t('rights.granted'),
      cell: (counted) => t('rights.grantedOf', { granted: listGrantedRights(counted).length, all: allRights.length }),
    },
    { key: 'users', head: t('rights.users'), cell: ({ userCount }) => t('members.count', { count: userCount }) },
  ];
  const remove: Column<CountedProfile> = {
    key: 'delete',
    head: t('members.delete'),
    isHeadHidden: true,
    cellClass: styles.act,
    cell: (counted) =>
      mayEdit(counted) &&
      counted.userCount === 0 && (
        <IconButton
          icon="trash"
          label={t('rights.delete.title', { name: counted.profile.name })}
          onClick={() => onDelete(counted)}
        />
      ),
  };
  return (
    <Table
      look="list"
      className={`${styles.table} ${styles.spaced}`}
      columns={mayChange ? [...columns, remove] : columns}
      rows={profiles}
      keyOf={({ profile }) => profile.id}
      rowProps={() => ({ className: styles.row })}
    />
  );
}

function DeleteProfile({ counted, onClose }: { counted: CountedProfile; onClose: () => void }) {
  const { t } = useText();
  const { id, name } = counted.profile;
  const [remove] = useMutation(DeleteProfileDocument, {
    refetchQueries: [RightProfilesDocument],
    awaitRefetchQueries: true,
  });

  async function confirm() {
    try {
      await remove({ variables: { id } });
      showToast('success', t('members.deleted', { name }));
    } catch {
      // The profile may have been assigned since the page loaded.
      showToast('error', t('rights.inUse'));
    }
    onClose();
  }

  return (
    <DeleteDialog
      title={t('rights.delete.title', { name })}
      text={t('rights.delete.text')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
