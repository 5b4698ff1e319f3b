import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organization/index.ts';
import { Switch } from '../../ui/switch/index.ts';
import { conditionText, metricText, momentText, StateChip, shownState } from '../words/index.ts';
import { FiredBars } from './fired-bars.tsx';
import styles from './list.module.css';
import type { AlertRowFragment } from './operations.generated.ts';
import { RowMenu } from './row-menu.tsx';
import type { AlertChanges } from './use-alert-changes.ts';

interface AlertRowProps {
  readonly alert: AlertRowFragment;
  readonly changes: AlertChanges;
  readonly now: number;
}

export function AlertRow({ alert, changes, now }: AlertRowProps) {
  const text = useText();
  const { t } = text;
  const mayEdit = mayDo(useViewer(), 'updateAlert');
  const [site] = alert.installations;
  const [condition] = alert.conditions;
  const zone = site?.zones.find(({ id }) => id === condition?.zoneId)?.name ?? null;
  const timezone = site?.timezone ?? 'UTC';
  const { lastFired } = alert;
  return (
    <tr className={styles.row} data-off={!alert.enabled}>
      <td className={styles.on}>
        {mayEdit ? (
          <Switch
            label={t('alerts.switch', { alert: alert.name })}
            isOn={alert.enabled}
            onTurn={(isOn) => changes.turn(alert, isOn)}
          />
        ) : (
          t(alert.enabled ? 'alerts.head.on' : 'alerts.state.OFF')
        )}
      </td>
      <th scope="row">
        <Title alert={alert} mayEdit={mayEdit} />
        <span className={styles.second}>{condition !== undefined && conditionText(spoken(condition), text)}</span>
      </th>
      <td className={styles.site}>
        {site?.name}
        <span className={styles.second}>{zone}</span>
      </td>
      <td className={styles.state}>
        <StateChip state={shownState(alert.state, alert.mutedUntil != null)} />
        <StateNote alert={alert} timezone={timezone} now={now} />
      </td>
      <td className={styles.bar28}>
        <FiredBars days={alert.firedByDay} isOpen={alert.isOpen} />
      </td>
      <td className={styles.last}>
        {lastFired == null ? (
          '–'
        ) : (
          <time dateTime={new Date(lastFired.dateBegin).toISOString()}>
            <bdi>{momentText(lastFired.dateBegin, timezone, text, now)}</bdi>
          </time>
        )}
      </td>
      <td className={styles.ways}>
        {alert.actions.length === 0
          ? t('alerts.way.none')
          : waysOf(alert)
              .map((way) => t(way))
              .join(', ')}
        <span className={styles.second}>{alert.plannings.map(({ name }) => name).join(', ')}</span>
      </td>
      <td className={styles.menuCell}>
        <RowMenu alert={alert} changes={changes} />
      </td>
    </tr>
  );
}

/** To the story of its last firing; to its form where it never fired, for who may change it. */
function Title({ alert: { id, name, lastFired }, mayEdit }: { alert: AlertRowFragment; mayEdit: boolean }) {
  if (lastFired != null)
    return (
      <Link to="/alerts/log/$logId" params={{ logId: String(lastFired.id) }} className={styles.title}>
        {name}
      </Link>
    );
  if (!mayEdit) return <span className={styles.title}>{name}</span>;
  return (
    <Link to="/alerts/$alertId" params={{ alertId: String(id) }} className={styles.title}>
      {name}
    </Link>
  );
}

function StateNote({ alert, timezone, now }: { alert: AlertRowFragment; timezone: string; now: number }) {
  const text = useText();
  const { t } = text;
  if (alert.mutedUntil != null)
    return (
      <span className={styles.second}>
        {t(shownState(alert.state, true) === 'muted' ? 'alerts.until' : 'alerts.mutedUntil', {
          when: momentText(alert.mutedUntil, timezone, text, now),
        })}
      </span>
    );
  const { value = null, heardUntil = null } = alert.states.length === 1 ? (alert.states[0] ?? {}) : {};
  const metric = alert.conditions[0]?.metric ?? '';
  if (alert.state === 'OK') {
    const amount = value !== null && metric !== 'deviceStatus' ? metricText(value, metric, text) : '';
    // What was seen before closing is no value of now.
    const isOld = amount !== '' && heardUntil !== null && heardUntil < now - lately;
    const when = isOld ? momentText(heardUntil, timezone, text, now) : '';
    return <span className={styles.second}>{isOld ? t('alerts.valueAt', { value: amount, when }) : amount}</span>;
  }
  if (alert.since == null) return null;
  return (
    <span className={styles.second}>{t('alerts.since', { when: momentText(alert.since, timezone, text, now) })}</span>
  );
}

/** ms within which what was judged last is of now: intervals last a quarter of an hour, and are told a little late. */
const lately = 2_700_000;

const wayTexts = {
  email: 'alerts.way.email',
  sms: 'alerts.way.sms',
  push: 'alerts.way.push',
  job: 'alerts.way.job',
} as const;

const waysOf = ({ actions }: AlertRowFragment) => [...new Set(actions.map(({ type }) => wayTexts[type]))];

type Condition = AlertRowFragment['conditions'][number];

const spoken = ({ limit, min, max, ...condition }: Condition) => ({
  ...condition,
  limit: limit ?? null,
  min: min ?? null,
  max: max ?? null,
});
