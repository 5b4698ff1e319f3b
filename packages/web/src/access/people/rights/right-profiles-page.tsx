import { useMutation, useQuery } from '@apollo/client/react';
import { allRights, fillRights, includesRights } from '@atrium/domain/access';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { mayDo, useViewer } from '../../../organization/index.ts';
import { Button, IconButton } from '../../../ui/form/index.ts';
import { PageHeader } from '../../../ui/page/index.ts';
import { toast } from '../../../ui/toasts/index.ts';
import { DeleteQuestion } from '../delete-question.tsx';
import { authorityOf } from '../excess.ts';
import type { CountedProfile } from '../members/use-members.ts';
import { DeleteProfileDocument, RightProfilesDocument } from '../operations.generated.ts';
import styles from '../people.module.css';
import { heldBy, ProfileDialog } from './profile-dialog.tsx';

/** The right profiles of the organization: read by whoever sees its people, changed by administrators. */
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
        <div className={styles.ghost} role="status" aria-label={t('app.loading')} />
      ) : (
        <Table profiles={data.allProfiles} mayChange={mayChange} onOpen={setOpened} onDelete={setLeaving} />
      )}
      {opened !== null && <ProfileDialog counted={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
      {leaving !== null && <DeleteProfile counted={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

interface TableProps {
  readonly profiles: readonly CountedProfile[];
  readonly mayChange: boolean;
  readonly onOpen: (counted: CountedProfile) => void;
  readonly onDelete: (counted: CountedProfile) => void;
}

function Table({ profiles, mayChange, onOpen, onDelete }: TableProps) {
  const { t } = useText();
  const own = authorityOf(useViewer()).rights;
  return (
    <table className={`${styles.table} ${styles.spaced}`}>
      <thead>
        <tr>
          <th scope="col">{t('members.name')}</th>
          <th scope="col">{t('rights.granted')}</th>
          <th scope="col">{t('rights.users')}</th>
          {mayChange && (
            <th scope="col">
              <span className="visually-hidden">{t('members.delete')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {profiles.map((counted) => {
          const { profile, userCount } = counted;
          const mayEdit = mayChange && includesRights(own, fillRights(profile.rights));
          return (
            <tr key={profile.id} className={styles.row}>
              <th scope="row">
                <button
                  type="button"
                  className={styles.link}
                  aria-label={t(mayEdit ? 'rights.edit' : 'rights.show', { name: profile.name })}
                  onClick={() => onOpen(counted)}
                >
                  {profile.name}
                </button>
              </th>
              <td>{t('rights.grantedOf', { granted: heldBy(counted).length, all: allRights.length })}</td>
              <td>{t('members.count', { count: userCount })}</td>
              {mayChange && (
                <td className={styles.act}>
                  {mayEdit && userCount === 0 && (
                    <IconButton
                      icon="trash"
                      label={t('rights.delete.title', { name: profile.name })}
                      onClick={() => onDelete(counted)}
                    />
                  )}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
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
      toast('success', t('members.deleted', { name }));
    } catch {
      // Somebody may have been given it since the page was read.
      toast('error', t('rights.inUse'));
    }
    onClose();
  }

  return (
    <DeleteQuestion
      title={t('rights.delete.title', { name })}
      text={t('rights.delete.text')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
