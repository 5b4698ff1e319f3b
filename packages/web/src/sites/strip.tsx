import { type Delta, deltaOf, formatNumber } from '@atrium/domain/core/format';
import type { ReactNode } from 'react';
import { Chip, DeltaChip } from '../charts/index.ts';
import { useText } from '../i18n/index.ts';
import { LiveFigure, useInsideTotal } from '../live/index.ts';
import type { OverviewSite, SiteEnergy, SiteNumbers } from './overview-model.ts';
import styles from './sites.module.css';

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
}

/** All sites together. What is not counted is said, not added as 0. */
export function Strip({ sites, numbers, energy, sensors, versus }: StripProps) {
  const { say, locale } = useText();
  const inside = useInsideTotal(sites.flatMap((site) => site.topZoneIds));
  const zoneCount = sites.reduce((sum, site) => sum + site.topZoneIds.length, 0);
  const entries = soFar(
    numbers?.map((each) => ({ now: each.entries, usual: each.usualEntries })),
    'up',
  );
  const uncounted = zoneCount - inside.known;
  const format = (value: number | null) =>
    formatNumber(value === null ? null : Math.round(value), { locale, decimals: 0 });
  return (
    <dl className={styles.strip} data-cells={energy === null ? 3 : 4}>
      <Cell
        name={say('sites.insideNow')}
        value={<LiveFigure text={format(inside.people)} />}
        unit={say('sites.people', { count: inside.people ?? 0 })}
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
      >
        <Versus delta={entries.delta} what={versus} />
      </Cell>
      {energy && <EnergySoFar energy={energy} versus={versus} />}
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

function EnergySoFar({ energy, versus }: { readonly energy: readonly SiteEnergy[]; readonly versus: string }) {
  const { say, locale } = useText();
  const { total, delta } = soFar(
    energy.map(({ used, usual }) => ({ now: used, usual })),
    'down',
  );
  return (
    <Cell
      name={say('sites.energySoFar')}
      value={formatNumber(total, { locale, decimals: 0 })}
      unit={say('sites.kilowattHours')}
    >
      <Versus delta={delta} what={versus} />
    </Cell>
  );
}

/** The known sites together, and the change over those whose usual is known too. */
function soFar(
  sites: readonly { readonly now: number | null; readonly usual: number | null }[] = [],
  goodSide: 'up' | 'down',
) {
  const add = (values: readonly (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const known = sites.filter(({ now }) => now !== null);
  const both = known.filter(({ usual }) => usual !== null);
  const sums = [add(both.map(({ now }) => now)), add(both.map(({ usual }) => usual))] as const;
  return {
    total: known.length === 0 ? null : add(known.map(({ now }) => now)),
    delta: both.length === 0 ? null : deltaOf(...sums, { points: false, goodSide, decimals: 1 }),
  };
}

function Versus({ delta, what }: { readonly delta: Delta | null; readonly what: string }) {
  const { say } = useText();
  return (
    <>
      <DeltaChip delta={delta} decimals={1} />
      {delta && <span>{say('sites.versus', { what })}</span>}
    </>
  );
}

function Cell({
  name,
  value,
  unit,
  children,
}: {
  readonly name: string;
  readonly value: ReactNode;
  readonly unit: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.cell}>
      <dt className={styles.cellName}>{name}</dt>
      <dd className={styles.cellValue}>
        {value} <span className={styles.cellUnit}>{unit}</span>
      </dd>
      <dd className={styles.cellFoot}>{children}</dd>
    </div>
  );
}
