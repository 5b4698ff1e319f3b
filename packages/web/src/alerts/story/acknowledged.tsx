import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button, TextField } from '../../ui/form/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { formatMoment } from '../words/index.ts';
import { AcknowledgeDocument, type AlertStoryQuery } from './operations.generated.ts';
import styles from './story.module.css';

/** Who acknowledged the firing, or the button to do so. */
export function Acknowledged({ story, timezone }: { story: AlertStoryQuery['alertStory']; timezone: string }) {
  const text = useText();
  const { t } = text;
  const [note, setNote] = useState('');
  const [acknowledge, { loading }] = useMutation(AcknowledgeDocument, { refetchQueries: ['AlertStory'] });
  const { entry, acknowledgedByName } = story;
  if (entry.acknowledgedAt != null) {
    const when = formatMoment(entry.acknowledgedAt, timezone, text, Date.now());
    return (
      <p className={styles.seen}>
        {acknowledgedByName == null
          ? t('alerts.acknowledged.unnamed', { when })
          : t('alerts.acknowledged', { name: acknowledgedByName, when })}
        {entry.acknowledgement != null && <span className={styles.said}>{entry.acknowledgement}</span>}
      </p>
    );
  }
  if (entry.dateEnd != null) return null;
  return (
    <form
      className={styles.acknowledge}
      onSubmit={(event) => {
        event.preventDefault();
        acknowledge({ variables: { id: entry.id, note } }).catch(() => showToast('error', t('alerts.toast.failed')));
      }}
    >
      <TextField
        label={t('alerts.acknowledge.note')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" aria-busy={loading}>
        {t('alerts.acknowledge')}
      </Button>
    </form>
  );
}
