import { addDays, instantToDate, toDayNumber } from '@atrium/domain/core';
import { formatDate } from '@atrium/domain/core/format';
import {
  changePassage,
  changePlacementStart,
  type DeclaredDevice,
  type DeclaredPassage,
  findOpenPeriod,
  flattenTree,
  isInService,
  removePassage,
  type SiteDeclaration,
  setCurrentEnds,
} from '@atrium/domain/setup/site-files';
import type { KeyboardEvent } from 'react';
import { formatFromTo, useText } from '../../../i18n/index.ts';
import { LongSelectField } from '../../../ui/choice/long-select.tsx';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import styles from './places.module.css';
import { useProblems } from './problem-text.ts';
import type { Chosen, Editing } from './use-editing.ts';

/** Days of the timeline: twelve weeks. */
const timelineDays = 84;

interface Line {
  readonly key: string;
  readonly name: string;
  readonly joins: string;
  readonly device: DeclaredDevice | null;
  readonly chosen: NonNullable<Chosen>;
}

/** Doors, then devices in zones or without a place, each with its last twelve weeks. */
export function DoorList({
  editing,
  chosen,
  onChoose,
}: {
  editing: Editing;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}) {
  const text = useText();
  const { t } = text;
  const { site } = editing;
  const today = instantToDate(site.timezone, Date.now());
  const first = addDays(today, 1 - timelineDays);
  const lines = linesOf(site, t('setUp.outside'), (zone) => t('setUp.passersOf', { zone }), t('setUp.nowhere'));
  if (lines.length === 0) return <p className={styles.none}>{t('setUp.noDoors')}</p>;
  return (
    <>
      <div className={styles.laneHead} aria-hidden="true">
        <span>{t('setUp.door')}</span>
        <span className={styles.months} dir="ltr">
          <span>{formatDate(first, text)}</span>
          <span>{t('setUp.today')}</span>
        </span>
        <span className={styles.end}>{t('setUp.device')}</span>
      </div>
      <ul>
        {lines.map((line) => {
          const since = line.device === null ? null : (findOpenPeriod(line.device.placements)?.validFrom ?? null);
          return (
            <li key={`${line.chosen.kind} ${line.key}`} className={styles.door} data-chosen={isChosen(line, chosen)}>
              <button type="button" className={styles.doorName} onClick={() => onChoose(line.chosen)}>
                <span className={styles.strong}>{line.name}</span>
                <span className={styles.faint}>{line.joins}</span>
              </button>
              {line.device === null ? (
                <span className={styles.lane} />
              ) : (
                <Timeline editing={editing} device={line.device} first={first} today={today} />
              )}
              {line.device === null ? (
                <span className={styles.faintEnd}>{t('setUp.noDevice')}</span>
              ) : (
                <button
                  type="button"
                  className={styles.deviceName}
                  onClick={() => onChoose({ kind: 'device', key: line.device?.serial ?? '' })}
                >
                  <bdi className={styles.strong}>{line.device.serial}</bdi>
                  <span className={styles.faint}>
                    {since === null
                      ? t('setUp.always')
                      : t('setUp.sinceDate', { date: formatDate(since.slice(0, 10), text) })}
                  </span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

const isChosen = (line: Line, chosen: Chosen) =>
  chosen !== null &&
  ((chosen.kind === line.chosen.kind && chosen.key === line.chosen.key) ||
    (chosen.kind === 'device' && chosen.key === line.device?.serial));

function linesOf(
  site: SiteDeclaration,
  outside: string,
  passersOf: (zone: string) => string,
  nowhere: string,
): readonly Line[] {
  const zoneName = (key: string) =>
    key === 'outside' ? outside : (site.zones.find((zone) => zone.key === key)?.name ?? key);
  const joins = ({ footfallOf, ends }: DeclaredPassage) => {
    const now = findOpenPeriod(ends);
    if (footfallOf !== null) return passersOf(zoneName(footfallOf));
    return now === null ? nowhere : formatFromTo(zoneName(now.from), zoneName(now.to));
  };
  const devices = site.devices.filter(isInService);
  const at = (passage: string) => devices.filter((device) => findOpenPeriod(device.placements)?.passage === passage);
  const doors = site.passages.filter(isInService).flatMap((passage): Line[] => {
    const line = { key: passage.key, name: passage.name, joins: joins(passage) };
    const chosen = { kind: 'passage', key: passage.key } as const;
    const here = at(passage.key);
    if (here.length === 0) return [{ ...line, device: null, chosen }];
    return here.map((device) => ({ ...line, key: `${passage.key} ${device.serial}`, device, chosen }));
  });
  const others = devices
    .filter(({ placements }) => (findOpenPeriod(placements)?.passage ?? null) === null)
    .map((device): Line => {
      const zone = findOpenPeriod(device.placements)?.zone ?? null;
      const joined = zone === null ? nowhere : zoneName(zone);
      const { serial: key, name } = device;
      return { key, name, joins: joined, device, chosen: { kind: 'device', key } };
    });
  return [...doors, ...others];
}

/**
 * Timeline of a device at its current place, with a handle at its installation date. Arrows move it by a day, with
 * Shift by a week.
 */
function Timeline({
  editing: { site, stored, change },
  device,
  first,
  today,
}: {
  editing: Editing;
  device: DeclaredDevice;
  first: string;
  today: string;
}) {
  const text = useText();
  const { t } = text;
  const now = findOpenPeriod(device.placements);
  const since = now?.validFrom?.slice(0, 10) ?? null;
  const place = (date: string) =>
    (100 * Math.min(timelineDays, Math.max(0, toDayNumber(date) - toDayNumber(first)))) / timelineDays;
  const was = findOpenPeriod(stored.devices.find(({ serial }) => serial === device.serial)?.placements ?? []);
  const wasSince = was?.validFrom?.slice(0, 10) ?? null;
  const isMoved = was !== null && wasSince !== since;
  const at = since === null ? 0 : place(since);
  const until = isMoved && wasSince !== null && since !== null && since < wasSince ? place(wasSince) : at;
  const move = (to: string) =>
    change(changePlacementStart(site, device.serial, to > today ? today : to), `since ${device.serial}`);
  function press(event: KeyboardEvent) {
    const days = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (days === undefined) return;
    event.preventDefault();
    move(addDays(since ?? first, event.shiftKey ? 7 * days : days));
  }
  return (
    <span className={styles.lane} dir="ltr">
      {device.placements
        .filter((placement) => placement !== now)
        .map(({ validFrom, validTo }) => {
          const begin = validFrom === null ? 0 : place(validFrom.slice(0, 10));
          const end = validTo === null ? 100 : place(validTo.slice(0, 10));
          return (
            <span
              key={`${validFrom}`}
              className={styles.before}
              style={{ left: `${begin}%`, width: `${Math.max(0, end - begin - 0.4)}%` }}
            />
          );
        })}
      {now !== null && (
        <>
          {until > at && <span className={styles.added} style={{ left: `${at}%`, width: `${until - at}%` }} />}
          <span className={styles.now} style={{ left: `${until}%`, width: `${100 - until}%` }} />
          <button
            type="button"
            role="slider"
            className={styles.handle}
            style={{ left: `${at}%` }}
            aria-label={t('setUp.sinceOf', { device: device.name })}
            aria-valuemin={0}
            aria-valuemax={timelineDays - 1}
            aria-valuenow={since === null ? 0 : Math.max(0, toDayNumber(since) - toDayNumber(first))}
            aria-valuetext={since === null ? t('setUp.always') : formatDate(since, text)}
            onKeyDown={press}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => {
              const lane = event.currentTarget.parentElement?.getBoundingClientRect();
              if (lane === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
              const share = Math.min(1, Math.max(0, (event.clientX - lane.left) / lane.width));
              move(addDays(first, Math.round(share * (timelineDays - 1))));
            }}
          />
        </>
      )}
    </span>
  );
}

/** One door: its entry direction, and the devices installed there. */
export function DoorFields({
  editing,
  passageKey,
  onGone,
  onChoose,
}: {
  editing: Editing;
  passageKey: string;
  onGone: () => void;
  onChoose: (chosen: Chosen) => void;
}) {
  const { t } = useText();
  const { site, stored, change } = editing;
  const problem = useProblems(editing);
  const index = site.passages.findIndex(({ key }) => key === passageKey);
  const passage = site.passages[index];
  if (passage === undefined) return null;
  const now = findOpenPeriod(passage.ends);
  const zones = flattenTree(site.zones);
  const zoneOptions = zones.map(({ zone, depth }) => ({
    value: zone.key,
    text: `${' '.repeat(2 * depth)}${zone.name}`,
  }));
  const places = [{ value: 'outside', text: t('setUp.outside') }, ...zoneOptions];
  const join = (from: string, to: string) => change(setCurrentEnds(site, passageKey, from, to));
  const here = site.devices.filter(
    (device) => isInService(device) && findOpenPeriod(device.placements)?.passage === passageKey,
  );
  const remove = () => {
    const wasStored = stored.passages.some(({ key }) => key === passageKey);
    change(removePassage(site, passageKey, wasStored, instantToDate(site.timezone, Date.now())));
    onGone();
  };
  return (
    <div className={styles.fields}>
      <TextField
        label={t('setUp.field.name')}
        name="door-name"
        autoComplete="off"
        value={passage.name}
        error={problem('passages', index, 'name')}
        onChange={({ currentTarget: { value } }) =>
          change(changePassage(site, passageKey, { name: value }), `passage ${passageKey} name`)
        }
      />
      <Checkbox
        label={t('setUp.passersBy')}
        checked={passage.footfallOf !== null}
        onChange={({ currentTarget: { checked } }) => {
          const zone = zones[0]?.zone.key ?? null;
          const ends = [{ from: 'outside', to: zone ?? 'outside', validFrom: null, validTo: null }];
          change(
            changePassage(site, passageKey, checked ? { footfallOf: zone, ends: [] } : { footfallOf: null, ends }),
          );
        }}
      />
      {passage.footfallOf !== null ? (
        <LongSelectField
          label={t('setUp.field.footfallOf')}
          value={passage.footfallOf}
          options={zoneOptions}
          onChange={(footfallOf) => change(changePassage(site, passageKey, { footfallOf }))}
        />
      ) : (
        <div className={styles.joins}>
          <LongSelectField
            label={t('setUp.from')}
            value={now?.from ?? 'outside'}
            options={places}
            onChange={(from) => join(from, now?.to ?? 'outside')}
          />
          <IconButton
            icon="swap"
            look="plain"
            label={t('setUp.swap')}
            onClick={() => join(now?.to ?? 'outside', now?.from ?? 'outside')}
          />
          <LongSelectField
            label={t('setUp.to')}
            value={now?.to ?? 'outside'}
            options={places}
            error={problem('passages', index, 'ends')}
            onChange={(to) => join(now?.from ?? 'outside', to)}
          />
        </div>
      )}
      {here.length > 0 && (
        <div>
          <h3 className={styles.label}>{t('setUp.hangsHere')}</h3>
          <ul>
            {here.map(({ serial, name }) => (
              <li key={serial}>
                <button type="button" className={styles.link} onClick={() => onChoose({ kind: 'device', key: serial })}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button icon="trash" onClick={remove}>
          {t('setUp.remove')}
        </Button>
      </div>
    </div>
  );
}
