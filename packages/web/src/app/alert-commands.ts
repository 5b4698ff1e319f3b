import { useMutation } from '@apollo/client/react';
import { useOpenAlerts } from '../actions/alerts/live/use-open-alerts.ts';
import { AcknowledgeDocument, MuteFromStoryDocument } from '../actions/alerts/story/operations.generated.ts';
import { type Translate, useText } from '../i18n/index.ts';
import { useMayDo } from '../people/organization/index.ts';
import { showToast } from '../ui/overlays/toast-list.ts';

const hourMs = 3_600_000;

/** An open alert, as far as commands name it. */
interface NamedAlert {
  readonly id: number;
  readonly alertId: number;
  readonly alertName?: string | null;
  readonly installationId: number;
  readonly acknowledgedAt?: number | null;
}

/** What a command does, and how it is listed. */
export interface AlertCommand {
  readonly id: string;
  readonly text: string;
  /** Name of the site, searched too. */
  readonly aside: string;
  readonly icon: 'check' | 'bell';
  run(): void;
}

interface AlertActions {
  readonly acknowledge: (logId: number) => void;
  /** Null without the right. */
  readonly mute: ((alertId: number) => void) | null;
}

/**
 * Returns commands for the open alerts: acknowledge those that nobody has, and mute each alert for an hour. Alerts that are
 * deleted have no name to search for.
 */
export function listAlertCommands(
  open: readonly NamedAlert[],
  siteNames: ReadonlyMap<number, string>,
  { acknowledge, mute }: AlertActions,
  t: Translate,
): readonly AlertCommand[] {
  const named = open.flatMap(({ alertName, ...alert }) => (alertName == null ? [] : [{ ...alert, alertName }]));
  const asideOf = ({ installationId }: NamedAlert) => siteNames.get(installationId) ?? '';
  // An alert may fire at several places, and is muted once.
  const muted = new Map(named.map((alert) => [alert.alertId, alert]));
  return [
    ...named
      .filter(({ acknowledgedAt }) => acknowledgedAt == null)
      .map(
        (alert): AlertCommand => ({
          id: `acknowledge ${alert.id}`,
          text: t('palette.acknowledge', { alert: alert.alertName }),
          aside: asideOf(alert),
          icon: 'check',
          run: () => acknowledge(alert.id),
        }),
      ),
    ...(mute === null ? [] : [...muted.values()]).map(
      (alert): AlertCommand => ({
        id: `mute ${alert.alertId}`,
        text: t('palette.mute', { alert: alert.alertName }),
        aside: asideOf(alert),
        icon: 'bell',
        run: () => mute?.(alert.alertId),
      }),
    ),
  ];
}

/** Returns the commands for the open alerts that the viewer may see. */
export function useAlertCommands(siteNames: ReadonlyMap<number, string>): readonly AlertCommand[] {
  const { t } = useText();
  const open = useOpenAlerts(useMayDo('alertLog')) ?? [];
  const mayMute = useMayDo('updateAlert');
  const [acknowledge] = useMutation(AcknowledgeDocument);
  const [mute] = useMutation(MuteFromStoryDocument);
  const report = (done: Promise<unknown>) =>
    void done.then(
      () => showToast('success', t('palette.done')),
      () => showToast('error', t('palette.failed')),
    );
  return listAlertCommands(
    open,
    siteNames,
    {
      acknowledge: (id) => report(acknowledge({ variables: { id, note: null } })),
      mute: mayMute ? (id) => report(mute({ variables: { id, until: Date.now() + hourMs } })) : null,
    },
    t,
  );
}
