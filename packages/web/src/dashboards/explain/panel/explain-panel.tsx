import { computeDelta } from '@atrium/domain/core/format';
import { getUnsupported } from '@atrium/domain/dashboards';
import { formatNumberKey, type NumberKey } from '@atrium/domain/dashboards/explain';
import { countsPeople } from '@atrium/domain/measurements';
import { useEffect, useId, useRef, useState } from 'react';
import { DeltaChip, formatUnsupported, getKnownValue } from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import { LongSelect } from '../../../ui/choice/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { Loading } from '../../../ui/loading/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { MetricIcon } from '../../metric-look/index.ts';
import { type Explained, explainHash } from '../number/explained.ts';
import { Breakdown } from './breakdown.tsx';
import { Compared } from './compared.tsx';
import styles from './explain.module.css';
import { buildExplanationCopy, buildPermalink } from './explain-copy.ts';
import { Readings } from './readings.tsx';
import { SensorTimelines } from './sensor-timelines.tsx';
import { Sentence } from './sentence.tsx';
import { type Explanation, useExplained } from './use-explained.ts';

interface ExplainPanelProps {
  readonly explained: Explained;
  readonly at: NumberKey;
  readonly close: () => void;
}

/** Panel next to the page, which stays usable. Explains a number and what it is made of. Escape closes it. */
export function ExplainPanel({ explained, at, close }: ExplainPanelProps) {
  const ending = `${explainHash}${formatNumberKey(at)}`;
  const { t } = useText();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const [now] = useState(Date.now);
  const found = useExplained(explained, now);
  const { explanation, sourceReadings, failed } = found;
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && close();
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [close]);
  useEffect(() => {
    writeEnding(ending);
    return () => writeEnding('');
  }, [ending]);
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => showToast('success', t('widgets.copied')),
      () => showToast('error', t('widgets.notCopied')),
    );
  return (
    <aside ref={panel} className={styles.panel} aria-labelledby={titleId} tabIndex={-1} data-export="skip">
      <header className={styles.head}>
        <div>
          <p className={styles.over}>{t('charts.explain')}</p>
          <h2 id={titleId} className={styles.title}>
            <MetricIcon metric={explained.metric.id} />
            {t('explain.of', { what: explained.title, where: explained.place })}
          </h2>
          {explained.siblings.length > 1 && <Siblings siblings={explained.siblings} />}
        </div>
        <button type="button" className={styles.close} aria-label={t('explain.close')} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div className={styles.scroll}>
        {failed ? (
          <p role="alert">{t('explain.failed')}</p>
        ) : explanation === null ? (
          <Loading className={styles.ghost} />
        ) : (
          <>
            <Figure explained={explained} explanation={explanation} />
            <Sentence explained={explained} now={now} />
            <Breakdown explained={explained} explanation={explanation} sourceReadings={sourceReadings} />
            <Compared explained={explained} explanation={explanation} />
            <SensorTimelines
              explained={explained}
              explanation={explanation}
              sourceReadings={sourceReadings}
              now={now}
            />
            {sourceReadings && <Readings explained={explained} sourceReadings={sourceReadings} />}
          </>
        )}
      </div>
      <footer className={styles.foot}>
        <Button
          icon="copy"
          disabled={explanation === null}
          onClick={() => copy(buildExplanationCopy(explained, found, { t }))}
        >
          {t('explain.copy')}
        </Button>
        <Button icon="link" onClick={() => copy(buildPermalink(explained, ending))}>
          {t('explain.link')}
        </Button>
      </footer>
    </aside>
  );
}

/** Bypasses the router: the page stays the same, only the hash changes. */
function writeEnding(to: string): void {
  if (location.hash === to) return;
  window.history.replaceState(window.history.state, '', `${location.pathname}${location.search}${to}`);
}

/** Lists the other numbers of the same widget. */
function Siblings({ siblings }: Pick<Explained, 'siblings'>) {
  const { t } = useText();
  return (
    <LongSelect
      className={styles.siblings}
      label={t('explain.which')}
      // Numbers are known by their place.
      value={String(siblings.findIndex(({ isThis }) => isThis))}
      options={siblings.map(({ name }, place) => ({ value: String(place), text: name }))}
      onChange={(place) => siblings[Number(place)]?.open()}
    />
  );
}

/** Shows the number as clicked and its change, and how a derived number was calculated. */
function Figure({
  explained: { metric, format },
  explanation: { point, usual, compared: part, derived },
}: {
  readonly explained: Explained;
  readonly explanation: Explanation;
}) {
  const { t } = useText();
  const notTold = getUnsupported(point);
  const own = { value: getKnownValue(point), usual };
  const compared = derived ? derived.compared : { value: part, usual };
  const decimals = metric.unit === '%' ? 2 : 1;
  const delta =
    compared &&
    computeDelta(compared.value, compared.usual, {
      points: metric.unit === '%',
      goodSide: metric.better,
      decimals,
      people: countsPeople(metric),
    });
  // For percentages the change already is the difference.
  const difference = delta && metric.unit !== '%' ? differenceOf(compared) : null;
  return (
    <>
      <p className={styles.figure}>
        <bdi className={styles.value}>{derived?.text ?? format(own.value)}</bdi>
        <DeltaChip delta={delta} decimals={decimals} />
        {difference !== null && (
          <bdi className={styles.difference}>{`${difference < 0 ? '−' : '+'}${format(Math.abs(difference))}`}</bdi>
        )}
      </p>
      {derived && <p className={styles.how}>{derived.how}</p>}
      {notTold.length > 0 && <p className={styles.how}>{formatUnsupported(notTold, t)}</p>}
    </>
  );
}

function differenceOf({
  value,
  usual,
}: {
  readonly value: number | null;
  readonly usual: number | null;
}): number | null {
  return value === null || usual === null ? null : value - usual;
}
