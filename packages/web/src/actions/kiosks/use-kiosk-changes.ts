import { useMutation } from '@apollo/client/react';
import { type MessageId, useText } from '../../i18n/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import {
  CreateKioskDocument,
  type CreateKioskMutationVariables,
  DeleteKioskDocument,
  RenewKioskLinkDocument,
  UpdateKioskDocument,
} from './operations.generated.ts';

export type KioskInput = CreateKioskMutationVariables['input'];

export interface KioskChanges {
  /** Each resolves to whether it succeeded, and shows a toast. A null id creates one. */
  readonly save: (id: number | null, input: KioskInput) => Promise<boolean>;
  readonly renew: (id: number) => Promise<boolean>;
  readonly remove: (id: number) => Promise<boolean>;
}

/** Actions on kiosks. The list is read again after each. */
export function useKioskChanges(): KioskChanges {
  const { t } = useText();
  const again = { refetchQueries: ['Kiosks'], awaitRefetchQueries: true };
  const [create] = useMutation(CreateKioskDocument, again);
  const [update] = useMutation(UpdateKioskDocument, again);
  const [renew] = useMutation(RenewKioskLinkDocument, again);
  const [remove] = useMutation(DeleteKioskDocument, again);
  const say = async (done: Promise<unknown>, text: MessageId): Promise<boolean> => {
    const isDone = await done.then(
      () => true,
      () => false,
    );
    showToast(isDone ? 'success' : 'error', t(isDone ? text : 'kiosks.toast.failed'));
    return isDone;
  };
  return {
    save: (id, input) =>
      say(
        id === null ? create({ variables: { input } }) : update({ variables: { id, input } }),
        id === null ? 'kiosks.toast.created' : 'kiosks.toast.changed',
      ),
    renew: (id) => say(renew({ variables: { id } }), 'kiosks.toast.renewed'),
    remove: (id) => say(remove({ variables: { id } }), 'kiosks.toast.deleted'),
  };
}
