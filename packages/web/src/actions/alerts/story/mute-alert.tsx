import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { MuteFromStoryDocument } from './operations.generated.ts';

const hourMs = 3_600_000;
const choices = [
  ['attention.muteHour', hourMs],
  ['alerts.mute.day', 24 * hourMs],
  ['attention.muteWeek', 168 * hourMs],
] as const;

interface MuteAlertProps {
  readonly alertId: number;
  readonly name: string;
  readonly isMuted: boolean;
}

/** Mutes an alert for everybody: for an hour, a day or a week; or unmutes it. */
export function MuteAlert({ alertId, name, isMuted }: MuteAlertProps) {
  const { t } = useText();
  const [isAsking, setAsking] = useState(false);
  const [mute, { loading }] = useMutation(MuteFromStoryDocument);
  const save = (until: number | null) =>
    mute({ variables: { id: alertId, until } }).then(
      () => showToast('success', t('alerts.toast.updated')),
      () => showToast('error', t('alerts.toast.failed')),
    );
  return (
    <>
      <Button aria-busy={loading} onClick={() => (isMuted ? void save(null) : setAsking(true))}>
        {t(isMuted ? 'alerts.unmute' : 'attention.mute')}
      </Button>
      {isAsking && (
        <Dialog
          title={t('attention.muteTitle', { site: name })}
          text={t('alerts.mute.text')}
          onClose={() => setAsking(false)}
          actions={choices.map(([label, ms]) => (
            <Button
              key={label}
              onClick={() => {
                void save(Date.now() + ms);
                setAsking(false);
              }}
            >
              {t(label)}
            </Button>
          ))}
        />
      )}
    </>
  );
}
