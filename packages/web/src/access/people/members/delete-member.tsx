import { useMutation } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../../i18n/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { DeleteUserDocument, MembersDocument } from '../operations.generated.ts';
import { formatName, type Person } from '../person.ts';
import { parseRefusal } from '../refusal.ts';

/** Confirms the deletion of a member. */
export function DeleteMember({ person, onClose }: { person: Person; onClose: () => void }) {
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
