import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { mayDo, useViewer } from '../../../people/organization/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Menu, menuItem } from '../../../ui/overlays/menu.tsx';
import type { Column } from '../../../ui/table/table.tsx';
import { formatCondition, formatMetric, formatMoment } from '../condition-text.ts';
import { SeverityMark } from '../severity-mark.tsx';
import { StateChip, toShownState } from '../state-chip.tsx';
import styles from './list.module.css';
import type { ListSearch, SortKey } from './list-search.ts';
import type { AlertRowFragment } from './operations.generated.ts';
import type { AlertChanges } from './use-alert-changes.ts';

const [width, gap, step] = [5, 1, 6];
/** Firings per day at which the bar is full; the tooltip shows the number. */
const maxFirings = 3;

/** Firings of an alert per day, today last. Always left to right. */
export function FiredBars({ days, isOpen }: { days: readonly { readonly count: number }[]; isOpen: boolean }) {
  const { t } = useText();
  const count = days.reduce((sum, day) => sum + day.count, 0);
  const height = maxFirings * step;
  return (
    <span className={styles.fired}>
      <svg
        className={styles.bars}
        width={days.length * (width + gap)}
        height={height + 1}
        role="img"
        aria-label={t('alerts.bars', { count })}
      >
        <title>{t('alerts.bars', { count })}</title>
        <line x1={0} x2={days.length * (width + gap)} y1={height + 0.5} y2={height + 0.5} className={styles.ground} />
        {days.map((day, index) => {
          const tall = Math.min(maxFirings, day.count) * step;
          const isToday = index === days.length - 1;
          return (
            tall > 0 && (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a day is identified by its index
                key={index}
                x={index * (width + gap)}
                y={height - tall}
                width={width}
                height={tall}
                rx={1}
                className={isToday && isOpen ? styles.openBar : styles.bar}
              />
            )
          );
        })}
      </svg>
      <span className={styles.times}>{count}</span>
    </span>
  );
}

export interface Choosing {
  readonly search: ListSearch;
  readonly onChoose: (next: ListSearch) => void;
}

const heads = {
  title: 'alerts.head.alert',
  installation_id: 'alerts.head.site',
  state: 'alerts.head.state',
  last_fired: 'alerts.head.last',
  notifications: 'alerts.head.ways',
} as const satisfies Partial<Record<SortKey, MessageId>>;

/** Returns the columns of the alert list. Clicking a header sorts by it; clicking again reverses the order. */
export function useAlertColumns(
  changes: AlertChanges,
  now: number,
  { search: { sort: by = 'state', order, ...search }, onChoose }: Choosing,
): readonly Column<AlertRowFragment>[] {
  const text = useText();
  const { t } = text;
  const mayEdit = mayDo(useViewer(), 'updateAlert');
  const sorted = (key: keyof typeof heads) => {
    const isSorted = key === by;
    const isDown = isSorted && order === 'DESC';
    const next = { ...(key !== 'state' && { sort: key }), ...(isSorted && !isDown && { order: 'DESC' as const }) };
    return {
      key,
      head: t(heads[key]),
      sort: {
        by: isSorted ? (isDown ? ('descending' as const) : ('ascending' as const)) : null,
        turn: () => onChoose({ ...search, ...next }),
      },
    };
  };
  return [
    {
      key: 'on',
      head: t('alerts.head.on'),
      cellClass: styles.on,
      cell: (alert) =>
        mayEdit ? (
          <Switch
            label={t('alerts.switch', { alert: alert.name })}
            isOn={alert.enabled}
            onTurn={(isOn) => changes.turn(alert, isOn)}
          />
        ) : (
          t(alert.enabled ? 'alerts.head.on' : 'alerts.state.OFF')
        ),
    },
    {
      ...sorted('title'),
      isName: true,
      cell: (alert) => {
        const [condition] = alert.conditions;
        return (
          <>
            <Title alert={alert} mayEdit={mayEdit} />
            {condition !== undefined && <SeverityMark severity={condition.severity} />}
            <span className={styles.second}>{condition !== undefined && formatCondition(spoken(condition), text)}</span>
          </>
        );
      },
    },
    {
      ...sorted('installation_id'),
      cellClass: styles.site,
      cell: ({ installations: [site], conditions: [condition] }) => (
        <>
          {site?.name}
          <span className={styles.second}>{site?.zones.find(({ id }) => id === condition?.zoneId)?.name}</span>
        </>
      ),
    },
    {
      ...sorted('state'),
      cellClass: styles.state,
      cell: (alert) => (
        <>
          <StateChip state={toShownState(alert.state, alert.mutedUntil != null)} />
          <StateNote alert={alert} timezone={timezoneOf(alert)} now={now} />
        </>
      ),
    },
    {
      key: 'fired',
      head: t('alerts.head.fired'),
      cardHead: t('alerts.head.fired'),
      cellClass: styles.bar28,
      cell: ({ firedByDay, isOpen }) => <FiredBars days={firedByDay} isOpen={isOpen} />,
    },
    {
      ...sorted('last_fired'),
      cardHead: t(heads.last_fired),
      cellClass: styles.last,
      cell: (alert) =>
        alert.lastFired == null ? (
          '–'
        ) : (
          <time dateTime={new Date(alert.lastFired.dateBegin).toISOString()}>
            <bdi>{formatMoment(alert.lastFired.dateBegin, timezoneOf(alert), text, now)}</bdi>
          </time>
        ),
    },
    {
      ...sorted('notifications'),
      cardHead: t(heads.notifications),
      cellClass: styles.ways,
      cell: (alert) => (
        <>
          {alert.actions.length === 0
            ? t('alerts.way.none')
            : waysOf(alert)
                .map((way) => t(way))
                .join(', ')}
          <span className={styles.second}>{alert.plannings.map(({ name }) => name).join(', ')}</span>
        </>
      ),
    },
    {
      key: 'more',
      cellClass: styles.menuCell,
      cell: (alert) => <RowMenu alert={alert} changes={changes} />,
    },
  ];
}

const timezoneOf = ({ installations: [site] }: AlertRowFragment) => site?.timezone ?? 'UTC';

/** Links to the story of the last firing. Without one, links to the form if the viewer may edit. */
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
        {t(toShownState(alert.state, true) === 'muted' ? 'alerts.until' : 'alerts.mutedUntil', {
          when: formatMoment(alert.mutedUntil, timezone, text, now),
        })}
      </span>
    );
  const { value = null, heardUntil = null } = alert.states.length === 1 ? (alert.states[0] ?? {}) : {};
  const metric = alert.conditions[0]?.metric ?? '';
  if (alert.state === 'OK') {
    const amount = value !== null && metric !== 'deviceStatus' ? formatMetric(value, metric, text) : '';
    // A value from before closing is not current, so its time is shown too.
    const isOld = amount !== '' && heardUntil !== null && heardUntil < now - maxCurrentAge;
    const when = isOld ? formatMoment(heardUntil, timezone, text, now) : '';
    return <span className={styles.second}>{isOld ? t('alerts.valueAt', { value: amount, when }) : amount}</span>;
  }
  if (alert.since == null) return null;
  return (
    <span className={styles.second}>{t('alerts.since', { when: formatMoment(alert.since, timezone, text, now) })}</span>
  );
}

/** Maximum age of a current value, ms. Intervals last up to 15 minutes and arrive a little late. */
const maxCurrentAge = 2_700_000;

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

/** Further actions on an alert that the viewer may perform. */
function RowMenu({ alert, changes }: { alert: AlertRowFragment; changes: AlertChanges }) {
  const { t } = useText();
  const viewer = useViewer();
  const [isAsking, setAsking] = useState(false);
  const may = {
    edit: mayDo(viewer, 'updateAlert'),
    create: mayDo(viewer, 'newAlert'),
    remove: mayDo(viewer, 'deleteAlert'),
  };
  if (!may.edit && !may.create && !may.remove) return null;
  const isMuted = alert.mutedUntil != null;
  return (
    <>
      <Menu label={t('alerts.more', { alert: alert.name })}>
        {(close) => (
          <>
            {may.edit && (
              <Link to="/alerts/$alertId" params={{ alertId: String(alert.id) }} {...menuItem}>
                {t('alerts.edit')}
              </Link>
            )}
            {may.create && (
              <Link to="/alerts/new-alert" search={{ like: alert.id }} {...menuItem}>
                {t('alerts.duplicate')}
              </Link>
            )}
            {may.edit && (
              <button
                type="button"
                {...menuItem}
                onClick={() => {
                  close();
                  changes.mute(alert, !isMuted);
                }}
              >
                {t(isMuted ? 'alerts.unmute' : 'alerts.mute')}
              </button>
            )}
            {may.remove && (
              <button
                type="button"
                {...menuItem}
                onClick={() => {
                  close();
                  setAsking(true);
                }}
              >
                {t('alerts.delete')}
              </button>
            )}
          </>
        )}
      </Menu>
      {isAsking && (
        <Dialog
          title={t('alerts.delete.question', { alert: alert.name })}
          text={t('alerts.delete.text')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t('alerts.cancel')}</Button>
              <Button look="primary" onClick={() => void changes.remove(alert).then(() => setAsking(false))}>
                {t('alerts.delete')}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
