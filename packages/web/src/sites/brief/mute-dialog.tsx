import { type Instant, toDaySpan, toSiteDay } from '@atrium/domain/core';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { OverviewSite } from '../numbers/overview-model.ts';
import styles from './brief.module.css';

interface MuteDialogProps {
  readonly site: Pick<OverviewSite, 'name' | 'calendar'>;
  readonly now: Instant;
  readonly onMute: (until: Instant) => void;
  readonly onClose: () => void;
}

const hourMs = 3_600_000;
const weekMs = 168 * hourMs;

/** Asks until when a line is muted: for an hour, until the site's day ends, or for a week. */
export function MuteDialog({ site, now, onMute, onClose }: MuteDialogProps) {
  const { t } = useText();
  const { calendar, name } = site;
  const choices = [
    ['attention.muteHour', now + hourMs],
    ['attention.muteToday', toDaySpan(calendar, toSiteDay(calendar, now)).to],
    ['attention.muteWeek', now + weekMs],
  ] as const;
  return (
    <Dialog
      title={t('attention.muteTitle', { site: name })}
      text={t('attention.muteText')}
      onClose={onClose}
      actions={choices.map(([label, until]) => (
        <Button
          key={label}
          className={styles.verb}
          onClick={() => {
            onMute(until);
            onClose();
          }}
        >
          {t(label)}
        </Button>
      ))}
    />
  );
}
