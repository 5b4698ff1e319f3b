import { compareFigure } from '@atrium/domain/numbers';
import { decodeFilters, encodeFilters, getUnsupported } from '@atrium/domain/pages';
import { formatNumberKey, type NumberKey } from '@atrium/domain/pages/explain';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { DeltaChip, formatTsv, formatUnsupported, getKnownValue } from '../../charts/index.ts';
import { type MessageId, type Text, useText } from '../../i18n/index.ts';
import { LongSelect } from '../../ui/choice/long-select.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/icons/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { MetricIcon } from '../metric-icon.tsx';
import { getMetricHelp } from '../words/metric-help.ts';
import { Breakdown } from './breakdown.tsx';
import { Compared } from './compared.tsx';
import { ExpectedDays } from './expected-days.tsx';
import styles from './explain.module.css';
import { type Explained, explainHash, formatSpan } from './explained.ts';
import { Readings } from './readings.tsx';
import { listSensorNotes } from './sensor-notes.tsx';
import { SensorTimelines } from './sensor-timelines.tsx';
import { type Explaining, type Explanation, useExplained } from './use-explained.ts';

/** Aggregations that change the meaning of a number. */
const namedAggregations: readonly string[] = ['MIN', 'MAX', 'AVERAGE', 'FIRST', 'LAST', 'MEDIAN'];

/** Maximum number of spans listed for a mean. Older ones are only counted. */
const maxSpans = 4;

/** States what the number means, how it is computed, and over which time. */
export function Sentence({ explained, now }: { readonly explained: Explained; readonly now: number }) {
  const text = useText();
  const { t } = text;
  const { metric, query, calendar, span, among } = explained;
  const how = namedAggregations.find((word) => word === query.aggregation);
  const until = Math.min(span.to, Math.max(now, span.from));
  const stretches = among.length > 0 ? among.slice(-maxSpans) : [{ from: span.from, to: until }];
  const rest = among.length - stretches.length;
  // The span covers whole days even if only some hours count, so the hours are stated too.
  const { openingOnly, from, to } = query.hours ?? {};
  const hours = openingOnly ? t('explain.openHours') : from && to ? `\u2066${from}–${to}\u2069` : null;
  return (
    <>
      <p className={styles.sentence}>
        {getMetricHelp(metric.id, t)}{' '}
        {stretches.map((stretch, place) => (
          <Fragment key={stretch.from}>
            {place > 0 && ' · '}
            <strong>
              <bdi dir="ltr">{formatSpan(stretch, calendar.timezone, text)}</bdi>
            </strong>
          </Fragment>
        ))}
        {hours && ` · ${hours}`}
        {rest > 0 && ` · ${t('explain.others', { count: rest })}`}
      </p>
      <p className={styles.formula}>
        {t(`explain.formula.${metric.kind}` as MessageId)}
        {how && ` ${t(`explain.how.${how}` as MessageId)}`}
      </p>
    </>
  );
}

interface ExplainPanelProps {
  readonly explained: Explained;
  readonly at: NumberKey;
  readonly close: () => void;
}

/** Panel next to the page, which stays usable. Explains a number and what it is made of. Escape closes it. */
export function ExplainPanel({ explained, at, close }: ExplainPanelProps) {
  const ending = `${explainHash}${formatNumberKey(at)}`;
  const text = useText();
  const { t } = text;
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
            {explanation.expected !== null && explanation.derived === null && (
              <ExpectedDays explained={explained} expected={explanation.expected} />
            )}
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
          onClick={() => copy(buildExplanationCopy(explained, found, text))}
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
      // Siblings are identified by index.
      value={String(siblings.findIndex(({ isThis }) => isThis))}
      options={siblings.map(({ name }, place) => ({ value: String(place), text: name }))}
      onChange={(place) => siblings[Number(place)]?.open()}
    />
  );
}

/** Shows the number as clicked and its change, and how a derived number was calculated. */
function Figure({
  explained: { metric, format },
  explanation: { point, usual, range, derived },
}: {
  readonly explained: Explained;
  readonly explanation: Explanation;
}) {
  const { t } = useText();
  const notTold = getUnsupported(point);
  const own = { value: getKnownValue(point), usual, range };
  const compared = derived ? derived.compared : own;
  const figure = compared && compareFigure({ metric, ...compared });
  const delta = figure?.change ?? null;
  // For percentages the change already is the difference.
  const difference = delta && !delta.points && figure ? figure.difference : null;
  return (
    <>
      <p className={styles.figure}>
        <bdi className={styles.value}>{derived?.text ?? format(own.value)}</bdi>
        <DeltaChip delta={delta} side={figure?.side ?? null} decimals={delta?.points ? 2 : 1} />
        {difference !== null && (
          <bdi className={styles.difference}>{`${delta?.direction === 'down' ? '−' : '+'}${format(difference)}`}</bdi>
        )}
      </p>
      {derived && <p className={styles.how}>{derived.how}</p>}
      {notTold.length > 0 && <p className={styles.how}>{formatUnsupported(notTold, t)}</p>}
    </>
  );
}

/** Builds the explanation as rows for a spreadsheet or mail: metric, place, each part and the sum. */
function buildExplanationCopy({ title, place, format, metric }: Explained, found: Explaining, text: Text): string {
  const { t } = text;
  const { explanation, sourceReadings } = found;
  const { derived = null } = explanation ?? {};
  const value = explanation?.point.state === 'known' ? explanation.point.value : null;
  const notTold = getUnsupported(explanation?.point);
  const parts = explanation?.parts
    ? explanation.parts.of.map((part) => [part.name, format(part.value)])
    : (sourceReadings?.sources ?? []).map((source) => [
        source.passage ?? source.device,
        t(`metric.${source.metric}` as MessageId),
        t('explain.readings', { count: source.readings }),
      ]);
  return formatTsv({
    columns: [title, place, derived?.text ?? format(value)],
    rows: [
      ...(notTold.length === 0 ? [] : [[formatUnsupported(notTold, t)]]),
      ...(derived === null ? [] : [[derived.how], [t(`metric.${metric.id}` as MessageId), place, format(value)]]),
      [getMetricHelp(metric.id, t)],
      [t(`explain.formula.${metric.kind}` as MessageId)],
      ...parts,
      ...(sourceReadings === null ? [] : listSensorNotes(sourceReadings, text).map((note) => [note])),
    ],
  });
}

/** Returns a permanent URL: the page with fixed dates and this explanation open. */
function buildPermalink({ ranges }: Explained, mark: string): string {
  const address = new URL(location.href);
  const given: Record<string, unknown> = {};
  for (const [name, text] of address.searchParams) given[name] = readValue(text);
  const state = decodeFilters(given);
  const written = encodeFilters(ranges.length === 0 ? state : { ...state, timespan: { kind: 'custom', ranges } });
  address.search = '';
  for (const [name, value] of Object.entries(written))
    address.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  address.hash = mark;
  return address.href;
}

/** URL values are JSON or plain text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
