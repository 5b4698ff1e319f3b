import { CombinedGraphQLErrors } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { type MessageId, useText } from '../../i18n/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import type { Place, Sender } from './device-text.ts';
import {
  ForgetSenderDocument,
  PlaceDeviceDocument,
  SwapDirectionsDocument,
  UndoPlacingDocument,
} from './operations.generated.ts';

export interface DeviceChanges {
  readonly isBusy: boolean;
  /** Assigns a device to a place from a time on; the toast can undo it. */
  readonly place: (sender: Sender, place: Place, since: number, replaces: boolean) => Promise<void>;
  readonly undo: (sender: Sender) => Promise<void>;
  readonly swap: (sender: Sender) => Promise<void>;
  readonly forget: (sender: Sender) => Promise<void>;
}

/** Actions on devices that send in their makers' formats. */
export function useDeviceChanges(): DeviceChanges {
  const { t } = useText();
  const client = useApolloClient();
  const [placeDevice, placing] = useMutation(PlaceDeviceDocument);
  const [undoPlacing, undoing] = useMutation(UndoPlacingDocument);
  const [swapDirections, swapping] = useMutation(SwapDirectionsDocument);
  const [forgetSender, forgetting] = useMutation(ForgetSenderDocument);
  const tell = async (done: Promise<unknown>, failed: MessageId): Promise<boolean> => {
    try {
      await done;
      await client.refetchQueries({ include: ['DeviceInbox', 'DeviceSenderDetail'] });
      return true;
    } catch (error) {
      const said = CombinedGraphQLErrors.is(error) ? error.errors[0]?.message : undefined;
      showToast('error', said === undefined ? t(failed) : `${t(failed)} ${said}`);
      return false;
    }
  };
  const undo = async ({ id, serial }: Sender) => {
    if (await tell(undoPlacing({ variables: { senderId: id } }), 'devices.undoFailed'))
      showToast('success', t('devices.undone', { device: serial }));
  };
  return {
    isBusy: placing.loading || undoing.loading || swapping.loading || forgetting.loading,
    async place(sender, { passageId, zoneId, name }, since, replaces) {
      const variables = { senderId: sender.id, passageId, zoneId, since, replaces };
      if (!(await tell(placeDevice({ variables }), 'devices.placeFailed'))) return;
      showToast('success', t('devices.placed', { device: sender.serial, place: name }), {
        label: t('devices.undo'),
        act: () => void undo(sender),
      });
    },
    undo,
    async swap({ id, swapped }) {
      if (await tell(swapDirections({ variables: { senderId: id, swapped: !swapped } }), 'devices.swapFailed'))
        showToast('success', t('devices.swapped'));
    },
    async forget({ id }) {
      await tell(forgetSender({ variables: { senderId: id } }), 'devices.forgetFailed');
    },
  };
}
