import { deltaOf, formatNumber } from '@atrium/domain/core/format';
import { type FiguresTogether, soFar } from '@atrium/domain/dashboards';
import type { ReactNode } from 'react';
import { Chip, DeltaChip } from '../charts/index.ts';
import { Explainable } from '../dashboards/explain/index.ts';
import { useText } from '../i18n/index.ts';
import { LiveFigure, useInsideTotal } from '../live/index.ts';
import type { OverviewSite, SiteEnergy, SiteNumbers } from './overview-model.ts';
import styles from './sites.module.css';
import type { OverviewExplains } from './use-overview-explains.ts';

export interface StripSensors {
  readonly all: number;
  /** Silent now, and the sites they hang at. */
  readonly silent: number;
  readonly sites: number;
}

interface StripProps {
  readonly sites: readonly OverviewSite[];
  /** In the order of the sites; null while loading. */
  readonly numbers: readonly SiteNumbers[] | null;
  /** Of the sites with meters, none while loading; null where no site has any. */
  readonly energy: readonly SiteEnergy[] | null;
  /** Null while loading. */
  readonly sensors: StripSensors | null;
  /** What entries are compared with: `4 prev. Thu`. */
  readonly versus: string;
  readonly explained: OverviewExplains;
}

/** All sites together. What is not counted is said, not added as 0. */
export function Strip({ sites, numbers, energy, sensors, versus, explained }: StripProps) {
  const { say, locale } = useText();
  const inside = useInsideTotal(sites.flatMap((site) => site.topZoneIds));
  const zoneCount = sites.reduce((sum, site) => sum + site.topZoneIds.length, 0);
  const entries = soFar(numbers?.map((each) => ({ now: each.entries, usual: each.usualEntries })) ?? []);
  const uncounted = zoneCount - inside.known;
  const format = (value: number | null) =>
    formatNumber(value === null ? null : Math.round(value), { locale, decimals: 0 });
  return (
    <dl className={styles.strip} data-cells={energy === null ? 3 : 4}>
      <Cell
        name={say('sites.insideNow')}
        value={<LiveFigure text={format(inside.people)} />}
        unit={say('sites.people', { count: inside.people ?? 0 })}
        {...(inside.people === null ? noWay : explained('inside', null))}
      >
        {inside.people === null
          ? null
          : uncounted > 0
            ? say('sites.counted', { known: Math.max(0, sites.length - uncounted), all: sites.length, uncounted })
            : say('sites.all', { count: sites.length })}
      </Cell>
      <Cell
        name={say('sites.entriesSoFar')}
        value={format(entries.total)}
        unit={say('sites.visitors', { count: entries.total ?? 0 })}
        {...(entries.total === null ? noWay : explained('entries', null))}
      >
        <Explainable
          {...(entries.total === null ? noWay : explained('entries', null))}
          isBeside
          className={styles.cellChange}
        >
          <Versus both={entries.both} goodSide="up" what={versus} />
        </Explainable>
      </Cell>
      {energy && <EnergySoFar energy={energy} versus={versus} explained={explained} />}
      <Cell
        name={say('sites.sensors')}
        value={format(sensors ? sensors.all - sensors.silent : null)}
        unit={sensors ? say('sites.of', { limit: format(sensors.all) }) : ''}
      >
        {sensors &&
          (sensors.silent > 0 ? (
            <Chip tone="warn">{say('sites.silent', { count: sensors.silent, sites: sensors.sites })}</Chip>
          ) : (
            say('sites.allReport')
          ))}
      </Cell>
    </dl>
  );
}

interface EnergySoFarProps extends Pick<StripProps, 'versus' | 'explained'> {
  readonly energy: readonly SiteEnergy[];
}

function EnergySoFar({ energy, versus, explained }: EnergySoFarProps) {
  const { say, locale } = useText();
  const { total, both } = soFar(energy.map(({ used, usual }) => ({ now: used, usual })));
  return (
    <Cell
      name={say('sites.energySoFar')}
      value={formatNumber(total, { locale, decimals: 0 })}
      unit={say('sites.kilowattHours')}
      {...(total === null ? noWay : explained('energy', null))}
    >
      <Explainable {...(total === null ? noWay : explained('energy', null))} isBeside className={styles.cellChange}>
        <Versus both={both} goodSide="down" what={versus} />
      </Explainable>
    </Cell>
  );
}

/** Of a dash there is nothing to explain. */
const noWay = { explain: null } as const;

interface VersusProps {
  readonly both: FiguresTogether['both'];
  readonly goodSide: 'up' | 'down';
  readonly what: string;
}

function Versus({ both, goodSide, what }: VersusProps) {
  const { say } = useText();
  const delta = both && deltaOf(both.value, both.usual, { points: false, goodSide, decimals: 1 });
  return (
    <>
      <DeltaChip delta={delta} decimals={1} />
      {delta && <span>{say('sites.versus', { what })}</span>}
    </>
  );
}

interface CellProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly unit: string;
  /** Opens what the number is made of; null where nothing explains it. */
  readonly explain?: (() => void) | null;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

function Cell({ name, value, unit, explain = null, isOpen = false, children }: CellProps) {
  return (
    <div className={styles.cell}>
      <dt className={styles.cellName}>{name}</dt>
      <dd className={styles.cellValue}>
        <Explainable explain={explain} isOpen={isOpen}>
          {value} <span className={styles.cellUnit}>{unit}</span>
        </Explainable>
      </dd>
      <dd className={styles.cellFoot}>{children}</dd>
    </div>
  );
}
