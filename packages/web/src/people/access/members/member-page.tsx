import { useMutation, useQuery } from '@apollo/client/react';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { Loading } from '../../../ui/page/loading.tsx';
import { PageHeader, usePageName } from '../../../ui/page/page-header.tsx';
import { CardStack } from '../../../ui/page/section-card.tsx';
import { Tabs } from '../../../ui/page/tabs.tsx';
import { mayDo, useViewer } from '../../organization/index.ts';
import { DeleteDialog } from '../people/delete-dialog.tsx';
import { DeleteUserDocument, MemberDocument, MembersDocument } from '../people/operations.generated.ts';
import styles from '../people/people.module.css';
import { findExcessOverViewer, formatName, type Person, parseRefusal } from '../people/person.ts';
import { ViewAsButton } from './members-page.tsx';

export interface MemberProps {
  readonly person: Person;
  readonly mayEdit: boolean;
  /**
   * Whether the viewer may edit no members at all. If false and editing is still disabled, the reason is this member,
   * and the page explains it.
   */
  readonly lacksRight: boolean;
}

/** Shared layout of a member's tabs. An unknown or deleted member is not found. */
export function MemberPage({ children }: { children: (props: MemberProps) => ReactNode }) {
  const { t } = useText();
  const viewer = useViewer();
  const userId = Number(useParams({ strict: false }).userId);
  const { data, error } = useQuery(MemberDocument, {
    variables: { userId },
    skip: !Number.isInteger(userId),
    fetchPolicy: 'cache-and-network',
  });
  const person = data?.userById;
  usePageName(person === undefined ? null : formatName(person));
  const code = parseRefusal(error)?.code;
  if (!Number.isInteger(userId) || (person === undefined && (code === 'NOT_FOUND' || code === 'BAD_INPUT')))
    return <Navigate to="/not-found" replace />;
  if (person === undefined && error !== undefined) throw error;
  const excess = person === undefined ? null : findExcessOverViewer(viewer, person, person.profile.rights);
  const lacksRight = !mayDo(viewer, 'editUser');
  const mayEdit = !lacksRight && excess === null;
  const base = `/settings/user-management/${userId}`;
  return (
    <>
      <PageHeader
        title={person === undefined ? t('shell.userManagement') : formatName(person)}
        status={person?.isPending && <span className={styles.chip}>{t('members.pending')}</span>}
        actions={person !== undefined && excess === null && <Actions person={person} />}
      />
      <Tabs
        label={t('shell.userManagement')}
        tabs={[
          { to: `${base}/general`, text: t('shell.profileGeneral') },
          { to: `${base}/preferences`, text: t('shell.profilePreferences') },
          { to: `${base}/security`, text: t('shell.profileSecurity') },
        ]}
      />
      {person === undefined ? (
        <Loading className={styles.ghost} />
      ) : (
        <CardStack>
          {excess !== null && <p className={styles.note}>{t(`members.beyond.${excess}`)}</p>}
          {children({ person, mayEdit, lacksRight })}
        </CardStack>
      )}
    </>
  );
}

/** Actions on a member who does not exceed the viewer. */
function Actions({ person }: { person: Person }) {
  const { t } = useText();
  const viewer = useViewer();
  const [isDeleting, setDeleting] = useState(false);
  const isOther = person.id !== viewer.id;
  const mayDelete = isOther && mayDo(viewer, 'deleteUser');
  return (
    <>
      {mayDo(viewer, 'viewAs') && isOther && !person.isPending && <ViewAsButton person={person} />}
      {mayDelete && (
        <Button icon="trash" onClick={() => setDeleting(true)}>
          {t('members.delete')}
        </Button>
      )}
      {isDeleting && <DeleteMember person={person} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteMember({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [remove] = useMutation(DeleteUserDocument);
  const name = formatName(person);

  async function confirm() {
    try {
      await remove({
        variables: { id: person.id },
        update: (cache) =>
          cache.updateQuery({ query: MembersDocument }, (before) =>
            before === null ? before : { allUsers: before.allUsers.filter(({ id }) => id !== person.id) },
          ),
      });
    } catch (error) {
      const refusal = parseRefusal(error);
      const isLast = refusal?.code === 'BAD_INPUT' && refusal.field === 'id';
      showToast(
        'error',
        t(isLast ? 'members.lastAdmin' : refusal?.code === 'FORBIDDEN' ? 'members.forbidden' : 'profile.failed'),
      );
      return onClose();
    }
    showToast('success', t('members.deleted', { name }));
    await navigate({ to: '/settings/user-management' });
  }

  return (
    <DeleteDialog
      title={t('members.delete.title', { name })}
      text={t('members.delete.text')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
