import { CombinedGraphQLErrors } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { type MessageId, type Translate, useText } from '../../i18n/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import {
  CreateScreenDocument,
  type CreateScreenMutationVariables,
  DeleteScreenDocument,
  RenewScreenLinkDocument,
  UpdateScreenDocument,
  type UpdateScreenMutationVariables,
} from './operations.generated.ts';

/** Returns the message for a refused change. */
export function formatRefusal(error: unknown, t: Translate): string {
  const isForbidden = codesOf(error).includes('FORBIDDEN');
  return t(isForbidden ? 'stopAndGo.toast.forbidden' : 'stopAndGo.toast.failed');
}

const codesOf = (error: unknown): readonly unknown[] =>
  CombinedGraphQLErrors.is(error) ? error.errors.map(({ extensions }) => extensions?.code) : [];

export interface ScreenChanges {
  /** Each resolves to whether it succeeded, and shows a toast. */
  readonly create: (input: CreateScreenMutationVariables['input']) => Promise<boolean>;
  readonly update: (id: number, input: UpdateScreenMutationVariables['input']) => Promise<boolean>;
  readonly renew: (id: number) => Promise<boolean>;
  readonly remove: (id: number) => Promise<boolean>;
}

/** Actions on listed screens. */
export function useScreenChanges(): ScreenChanges {
  const { t } = useText();
  const client = useApolloClient();
  const [create] = useMutation(CreateScreenDocument);
  const [update] = useMutation(UpdateScreenDocument);
  const [renew] = useMutation(RenewScreenLinkDocument);
  const [remove] = useMutation(DeleteScreenDocument);
  const say = async (done: Promise<unknown>, text: MessageId): Promise<boolean> => {
    try {
      await done;
    } catch (error) {
      showToast('error', formatRefusal(error, t));
      return false;
    }
    showToast('success', t(text));
    // The limit belongs to the event, which other screens may share.
    await client.refetchQueries({ include: ['Screens'] }).catch(() => {});
    return true;
  };
  return {
    create: (input) => say(create({ variables: { input } }), 'stopAndGo.toast.created'),
    update: (id, input) => say(update({ variables: { id, input } }), 'stopAndGo.toast.updated'),
    renew: (id) => say(renew({ variables: { id } }), 'stopAndGo.toast.renewed'),
    remove: (id) => say(remove({ variables: { id } }), 'stopAndGo.toast.deleted'),
  };
}
