import { useMutation } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../../i18n/index.ts';
import { Dialog } from '../../../ui/dialog/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { toast } from '../../../ui/toasts/index.ts';
import { DeleteUserDocument, MembersDocument } from '../operations.generated.ts';
import styles from '../people.module.css';
import { nameOf, type Person } from '../person.ts';
import { refusalOf } from '../refusal.ts';

/** Asks before somebody is taken out for good. */
export function DeleteMember({ person, onClose }: { person: Person; onClose: () => void }) {
  const { say } = useText();
  const navigate = useNavigate();
  const [remove, { loading }] = useMutation(DeleteUserDocument);
  const name = nameOf(person);

  async function confirm() {
    if (loading) return;
    try {
      await remove({
        variables: { id: person.id },
        update: (cache) =>
          cache.updateQuery({ query: MembersDocument }, (before) =>
            before === null ? before : { allUsers: before.allUsers.filter(({ id }) => id !== person.id) },
          ),
      });
    } catch (error) {
      const refusal = refusalOf(error);
      const isLast = refusal?.code === 'BAD_INPUT' && refusal.field === 'id';
      toast(
        'error',
        say(isLast ? 'members.lastAdmin' : refusal?.code === 'FORBIDDEN' ? 'members.forbidden' : 'profile.failed'),
      );
      return onClose();
    }
    toast('success', say('members.deleted', { name }));
    await navigate({ to: '/settings/user-management' });
  }

  return (
    <Dialog
      title={say('members.delete.title', { name })}
      text={say('members.delete.text')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('members.cancel')}</Button>
          <Button className={styles.danger} icon="trash" aria-busy={loading} onClick={() => void confirm()}>
            {say('members.delete')}
          </Button>
        </>
      }
    />
  );
}
