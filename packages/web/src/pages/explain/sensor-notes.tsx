import { type Instant, instantToDate } from '@atrium/domain/core';
import { formatClock, formatDate } from '@atrium/domain/core/format';
import { type CorrectionKind, endOfCorrections } from '@atrium/domain/numbers/readings';
import { Link } from '@tanstack/react-router';
import { isolateText, type Text, useText } from '../../i18n/index.ts';
import { useMayDo } from '../../people/organization/index.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import styles from './explain.module.css';
import type { Explained } from './explained.ts';
import type { SourceReadingsQuery } from './operations.generated.ts';

type Behind = SourceReadingsQuery['readingsBehind'];
type Source = Pick<Behind['sources'][number], 'device' | 'overlapped' | 'stepsBack' | 'resets' | 'gaps'>;
type Correction = Behind['corrections'][number];

/** Readings behind a number, as far as notes need them. */
export interface NotedReadings {
  readonly sources: readonly Source[];
  readonly corrections: readonly Correction[];
}

/** Describes problems in the readings behind a number, how they were handled, and what was corrected by whom. */
export function listSensorNotes({ sources, corrections }: NotedReadings, text: Text): readonly string[] {
  const { t } = text;
  const said = sources.flatMap(({ device: sensor, overlapped, stepsBack, resets, gaps }) => [
    ...(overlapped > 0 ? [t('explain.overlapped', { sensor, count: overlapped })] : []),
    ...(stepsBack > 0 ? [t('explain.stepsBack', { sensor, count: stepsBack })] : []),
    ...(resets > 0 ? [t('explain.resets', { sensor, count: resets })] : []),
    ...(gaps > 0 ? [t('explain.gaps', { sensor, count: gaps })] : []),
  ]);
  // A sensor may be on both sides of a ratio.
  return [...new Set([...said, ...corrections.map((one) => describeCorrection(one, text))])];
}

function describeCorrection({ device, kind, from, to, timezone, reason, by }: Correction, text: Text): string {
  const { t } = text;
  const moment = (at: Instant) =>
    isolateText(`${formatDate(instantToDate(timezone, at), text)} ${formatClock(at, timezone)}`);
  const begin = moment(from);
  const name = by === null ? null : isolateText(by);
  if (kind === 'void') {
    const taken = { sensor: device, from: begin, to: moment(to), reason: isolateText(reason) };
    return name === null ? t('explain.takenOut', taken) : t('explain.takenOutBy', { ...taken, name });
  }
  const period =
    to >= endOfCorrections
      ? t('explain.correctedSince', { from: begin })
      : t('explain.correctedPeriod', { from: begin, to: moment(to) });
  const what = t(`explain.correction.${kind as Exclude<CorrectionKind, 'void'>}`);
  const changed = { sensor: device, what, period, reason: isolateText(reason) };
  return name === null ? t('explain.corrected', changed) : t('explain.correctedBy', { ...changed, name });
}

export function SensorNotes({ readings }: { readonly readings: NotedReadings }) {
  const text = useText();
  return listSensorNotes(readings, text).map((note) => (
    <p key={note} className={styles.note}>
      {note}
    </p>
  ));
}

interface CorrectLinkProps {
  readonly span: Explained['span'];
  readonly sources: readonly Pick<Behind['sources'][number], 'installationId' | 'deviceId'>[];
}

/** Links to the correction of the readings behind a number of one site, for users who may correct them. */
export function CorrectLink({ span, sources }: CorrectLinkProps) {
  const { t } = useText();
  const mayCorrect = useMayDo('siteSetup');
  const sites = new Set(sources.map(({ installationId }) => installationId));
  const [site] = sites;
  if (!mayCorrect || site === undefined || sites.size > 1) return null;
  return (
    <Link
      to="/settings/sites/$siteId/corrections"
      params={{ siteId: String(site) }}
      search={findCorrected(sources, span)}
      className={buttonClass('quiet')}
    >
      {t('explain.looksWrong')}
    </Link>
  );
}

/** Returns what the form is filled with: the period, and the sensor if there is only one. */
export function findCorrected(sources: CorrectLinkProps['sources'], { from, to }: Explained['span']) {
  const devices = new Set(sources.map(({ deviceId }) => deviceId));
  const [device] = devices;
  return { from, to, ...(devices.size === 1 && device !== undefined && { device }) };
}
