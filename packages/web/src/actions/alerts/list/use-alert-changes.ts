import { useApolloClient, useMutation } from '@apollo/client/react';
import { useText } from '../../../i18n/index.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import {
  type AlertRowFragment,
  DeleteAlertDocument,
  MuteAlertDocument,
  SwitchAlertDocument,
} from './operations.generated.ts';

const day = 86_400_000;

export interface AlertChanges {
  readonly turn: (alert: AlertRowFragment, enabled: boolean) => void;
  /** Mutes for a day, or unmutes. */
  readonly mute: (alert: AlertRowFragment, isMuted: boolean) => void;
  readonly remove: (alert: AlertRowFragment) => Promise<void>;
}

interface SaidBeside {
  readonly undo?: (() => void) | null;
  /** Error message of the action. */
  readonly otherwise?: 'alerts.toast.failed' | 'alerts.toast.notDeleted';
}

/** Actions on listed alerts, saved immediately and confirmed by a toast. */
export function useAlertChanges(): AlertChanges {
  const { t } = useText();
  const client = useApolloClient();
  const [turn] = useMutation(SwitchAlertDocument);
  const [mute] = useMutation(MuteAlertDocument);
  const [remove] = useMutation(DeleteAlertDocument);
  const say = (
    done: Promise<unknown>,
    text: 'alerts.toast.updated' | 'alerts.toast.deleted',
    { undo = null, otherwise = 'alerts.toast.failed' }: SaidBeside = {},
  ) =>
    done.then(
      () => showToast('success', t(text), undo && { label: t('alerts.undo'), act: undo }),
      () => showToast('error', t(otherwise)),
    );
  const turnTo = ({ id }: AlertRowFragment, enabled: boolean, undo: (() => void) | null) =>
    void say(turn({ variables: { id, enabled } }), 'alerts.toast.updated', { undo });
  return {
    turn: (alert, enabled) => turnTo(alert, enabled, () => turnTo(alert, !enabled, null)),
    mute: ({ id }, isMuted) =>
      void say(mute({ variables: { id, until: isMuted ? Date.now() + day : null } }), 'alerts.toast.updated'),
    async remove({ id }) {
      await say(remove({ variables: { id } }), 'alerts.toast.deleted', { otherwise: 'alerts.toast.notDeleted' });
      await client.refetchQueries({ include: ['Alerts', 'FiringAlerts'] });
    },
  };
}
