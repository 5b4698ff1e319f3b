import { useMutation } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../../i18n/index.ts';
import { toast } from '../../../ui/toasts/index.ts';
import { DeleteQuestion } from '../delete-question.tsx';
import { DeleteUserDocument, MembersDocument } from '../operations.generated.ts';
import { nameOf, type Person } from '../person.ts';
import { refusalOf } from '../refusal.ts';

/** Confirms the deletion of a member. */
export function DeleteMember({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [remove] = useMutation(DeleteUserDocument);
  const name = nameOf(person);

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
      const refusal = refusalOf(error);
      const isLast = refusal?.code === 'BAD_INPUT' && refusal.field === 'id';
      toast(
        'error',
        t(isLast ? 'members.lastAdmin' : refusal?.code === 'FORBIDDEN' ? 'members.forbidden' : 'profile.failed'),
      );
      return onClose();
    }
    toast('success', t('members.deleted', { name }));
    await navigate({ to: '/settings/user-management' });
  }

  return (
    <DeleteQuestion
      title={t('members.delete.title', { name })}
      text={t('members.delete.text')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
