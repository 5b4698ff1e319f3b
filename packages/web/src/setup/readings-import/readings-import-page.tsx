import { instantToDate, type LocalDate } from '@atrium/domain/core';
import { formatDate, formatNumber } from '@atrium/domain/core/format';
import { findMetric } from '@atrium/domain/numbers';
import { countsFromZero, dateOrders, detectDateOrder, sendableMetrics } from '@atrium/domain/numbers/readings';
import { type CounterKind, counterKinds } from '@atrium/domain/sites';
import { isolateText, type MessageId, useText } from '../../i18n/index.ts';
import { formatExact, getMetricName } from '../../pages/words/section-texts.ts';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { listTimezones } from '../../ui/choice/places.ts';
import { FileField } from '../../ui/file-field.tsx';
import { Button } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/controls.tsx';
import { Checkbox } from '../../ui/form/field.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { CardStack, FieldPair, SectionCard } from '../../ui/page/section-card.tsx';
import { ColumnTable } from './column-table.tsx';
import { PastImports } from './history/past-imports.tsx';
import styles from './readings-import.module.css';
import { RecipeList, SaveRecipe, useSavedRecipes } from './recipes/saved-recipes.tsx';
import { SensorField } from './sensors/sensor-field.tsx';
import { type Imported, listMetrics, type ReadingsImporting, useReadingsImport } from './use-readings-import.ts';

const intervals = ['0', '60', '300', '600', '900', '1800', '3600', '86400'] as const;

/** Sensor, time zone and interval of the rows. */
function MoreChoices({ importing, isBusy }: { readonly importing: ReadingsImporting; readonly isBusy: boolean }) {
  const { t } = useText();
  const { chosen, choices, stage, needsSerial, mayExport, change } = importing;
  const times = chosen?.columns[choices.meanings.indexOf('time')]?.samples ?? [];
  // The check of the whole file may find some that its beginning does not show.
  const isUnclear = stage.kind === 'checked' && stage.answer.faults.some(({ code }) => code === 'DATE_UNCLEAR');
  const hasUnclearDates =
    isUnclear || choices.dateOrder !== null || times.some((text) => detectDateOrder(text.trim()) !== null);
  const counts = listMetrics(chosen?.columns ?? [], choices).some((metric) => {
    const found = sendableMetrics.get(metric);
    return found !== undefined && countsFromZero(found);
  });
  return (
    <>
      {needsSerial && (
        <SensorField
          label={t('setUp.readings.serial')}
          name="serial"
          serial={choices.serial}
          disabled={isBusy}
          onChange={(serial) => change({ serial })}
        />
      )}
      {mayExport && (
        <SensorField
          label={t('setUp.readings.exportTo')}
          name="exportTo"
          serial={choices.exportTo}
          disabled={isBusy}
          onChange={(exportTo) => change({ exportTo })}
        />
      )}
      <FieldPair>
        <LongSelectField
          label={t('setUp.readings.timezone')}
          name="timezone"
          value={choices.timezone}
          options={listTimezones(choices.timezone, Date.now())}
          disabled={isBusy}
          onChange={(timezone) => change({ timezone })}
        />
        <SelectField
          label={t('setUp.readings.interval')}
          name="interval"
          value={choices.interval}
          options={intervals.map((value) => ({ value, text: t(`setUp.readings.interval.${value}`) }))}
          disabled={isBusy}
          onChange={(interval) => change({ interval })}
        />
      </FieldPair>
      {hasUnclearDates && (
        <SelectField
          label={t('setUp.readings.dateOrder')}
          name="dateOrder"
          value={choices.dateOrder ?? 'found'}
          options={(['found', ...dateOrders] as const).map((value) => ({
            value,
            text: t(`setUp.readings.dateOrder.${value}`),
          }))}
          disabled={isBusy}
          onChange={(order) => change({ dateOrder: dateOrders.find((one) => one === order) ?? null })}
        />
      )}
      {choices.interval !== '0' && (
        <Checkbox
          label={t('setUp.readings.timesAreEnds')}
          name="timesAreEnds"
          checked={choices.timesAreEnds}
          disabled={isBusy}
          onChange={(event) => change({ timesAreEnds: event.currentTarget.checked })}
        />
      )}
      {counts && choices.interval !== '0' && (
        <Checkbox
          label={t('setUp.readings.fillZero')}
          name="fillZero"
          checked={choices.fillZero}
          disabled={isBusy}
          onChange={(event) => change({ fillZero: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** Import of past readings: meaning of the columns, check, and import. */
export function ReadingsImportPage() {
  const { t } = useText();
  const saved = useSavedRecipes();
  const importing = useReadingsImport(saved);
  const { chosen, stage, problem } = importing;
  const isBusy = stage.kind === 'checking' || stage.kind === 'importing';
  return (
    <>
      <PageHeader title={t('shell.readings')} />
      <p className={styles.intro}>{t('setUp.readings.intro')}</p>
      <CardStack>
        <SectionCard title={t('setUp.readings.file')}>
          <FileField
            label={t('setUp.readings.choose')}
            accept=".csv,.tsv,.txt,.gz,.json,.ndjson,.jsonl,.xlsx,.xls,.zip,text/csv,text/plain,application/json,application/gzip,application/zip"
            chosen={chosen?.file.name ?? null}
            disabled={isBusy}
            error={stage.kind === 'tooLarge' || stage.kind === 'unreadable' ? t(`setUp.readings.${stage.kind}`) : null}
            onChoose={(file) => void importing.choose(file)}
          />
        </SectionCard>
        {chosen !== null && (
          <SectionCard title={t('setUp.readings.columns')}>
            {importing.recipes.length > 0 && (
              <SelectField
                label={t('setUp.readings.recipe')}
                name="recipe"
                value={importing.choices.recipe}
                options={[
                  { value: '', text: t('setUp.readings.recipe.none') },
                  ...importing.recipes.map(({ id, name }) => ({ value: id, text: name })),
                ]}
                disabled={isBusy}
                onChange={importing.begin}
              />
            )}
            <ColumnTable chosen={chosen} importing={importing} isBusy={isBusy} />
            <MoreChoices importing={importing} isBusy={isBusy} />
            <div className={styles.act}>
              <Button
                look={stage.kind === 'checked' ? 'plain' : 'primary'}
                disabled={problem !== null || isBusy}
                aria-busy={stage.kind === 'checking'}
                onClick={() => void importing.check()}
              >
                {t('setUp.readings.check')}
              </Button>
              {problem !== null && <span className={styles.note}>{t(`setUp.readings.fault.${problem}`)}</span>}
            </div>
          </SectionCard>
        )}
        {chosen !== null && <Outcome importing={importing} timezone={importing.choices.timezone} />}
        {/* Loads the list again after each import. */}
        <PastImports key={stage.kind === 'imported' ? stage.answer.importId : null} />
        <RecipeList recipes={saved} />
      </CardStack>
    </>
  );
}

interface OutcomeProps {
  readonly importing: ReadingsImporting;
  readonly timezone: string;
}

/** What the import would store or has stored, and which lines it skips and why. */
function Outcome({ importing, timezone }: OutcomeProps) {
  const text = useText();
  const { t, locale } = text;
  const { stage } = importing;
  if (stage.kind === 'damaged' || stage.kind === 'failed')
    return (
      <p className={styles.fault} role="alert">
        {t(`setUp.readings.${stage.kind}`)}
        {stage.kind === 'damaged' && (
          <>
            {' '}
            <bdi lang="en">{stage.reason}</bdi>
          </>
        )}
      </p>
    );
  if (stage.kind !== 'checked' && stage.kind !== 'imported')
    return stage.kind === 'importing' ? <p role="status">{t('setUp.readings.importing')}</p> : null;
  const { answer } = stage;
  const { accepted, corrected, unchanged, filled, devices, first, last } = answer;
  const whole = (count: number) => new Intl.NumberFormat(locale).format(count);
  const told = { accepted: whole(accepted), corrected: whole(corrected), unchanged: whole(unchanged) };
  const dayOf = (at: number) => formatDate(instantToDate(timezone, at), text);
  const days = first === null || last === null ? null : [...new Set([dayOf(first), dayOf(last)])].join(' – ');
  return (
    <SectionCard title={t(`setUp.readings.${stage.kind}`)}>
      <p role="status">
        {stage.kind === 'checked'
          ? days === null
            ? t('setUp.readings.nothing')
            : t('setUp.readings.wouldStore', { readings: accepted, devices, days })
          : t('setUp.readings.stored', told)}
        {filled > 0 && ` ${t('setUp.readings.filled', { count: filled })}`}
      </p>
      <ComparedDays answer={answer} />
      <Faults answer={answer} />
      {stage.kind === 'checked' &&
        accepted > 0 &&
        (answer.meters.length > 0 ? (
          <KindQuestion importing={importing} meters={answer.meters} />
        ) : (
          <Button look="primary" onClick={() => void importing.import(stage.as)}>
            {t('setUp.readings.import', { count: accepted })}
          </Button>
        ))}
      <SaveRecipe importing={importing} />
    </SectionCard>
  );
}

/** The days of a checked file beside what is stored of them. */
function ComparedDays({ answer: { days, moreDays } }: { readonly answer: Imported }) {
  const text = useText();
  const { t, locale } = text;
  if (days.length === 0) return null;
  const format = ({ readings, total }: Imported['days'][number]['inFile']) =>
    total === null
      ? t('setUp.readings.day.readings', { count: readings })
      : isolateText(formatNumber(total, { locale, decimals: 0 }));
  return (
    <div>
      <p className={styles.name}>{t('setUp.readings.days')}</p>
      <ul className={styles.faults}>
        {days.map(({ date, device, metric, inFile, stored }) => (
          <li key={`${date} ${device} ${metric}`}>
            {t(stored === null ? 'setUp.readings.day.new' : 'setUp.readings.day.stored', {
              day: formatDate(date as LocalDate, text),
              device: isolateText(device),
              metric: t(`metric.${metric}` as MessageId).replace(/^metric\./, ''),
              inFile: format(inFile),
              stored: stored === null ? '' : format(stored),
            })}
          </li>
        ))}
      </ul>
      {moreDays > 0 && <p className={styles.note}>{t('setUp.readings.day.more', { count: moreDays })}</p>}
    </div>
  );
}

interface KindQuestionProps {
  readonly importing: ReadingsImporting;
  readonly meters: Imported['meters'];
}

/** Asks what the values of meters are, and shows what they would count in either case. */
function KindQuestion({ importing, meters }: KindQuestionProps) {
  const reader = useText();
  const { t } = reader;
  const totalOf = (kind: CounterKind) =>
    meters.map((meter) => {
      const metric = findMetric(meter.metric);
      const total = kind === 'amount' ? meter.amounts : meter.register;
      return metric === undefined ? '' : `${getMetricName(metric, t)}: ${formatExact(total, metric, reader)}`;
    });
  const isInstant = importing.choices.interval === '0';
  return (
    <fieldset className={styles.kinds}>
      <legend className={styles.name}>{t('setUp.readings.kind')}</legend>
      {counterKinds.map((kind) => (
        <div key={kind} className={styles.kind}>
          <p>{t(`setUp.readings.kind.${kind}`)}</p>
          {totalOf(kind).map((total) => (
            <p key={total}>
              <bdi>{total}</bdi>
            </p>
          ))}
          <Button disabled={kind === 'amount' && isInstant} onClick={() => void importing.import(kind)}>
            {t(`setUp.readings.importAs.${kind}`)}
          </Button>
        </div>
      ))}
      {isInstant && <p className={styles.note}>{t('setUp.readings.kind.needsInterval')}</p>}
    </fieldset>
  );
}

function Faults({ answer: { badLines, faults } }: { readonly answer: Imported }) {
  const { t } = useText();
  if (badLines === 0) return null;
  return (
    <div>
      <p className={styles.name}>{t('setUp.readings.badLines', { count: badLines })}</p>
      <ul className={styles.faults}>
        {faults.map(({ line, entry, code, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may occur twice, and the list never changes
          <li key={index}>
            {entry !== null && (
              <>
                <bdi>{entry}</bdi>{' '}
              </>
            )}
            {line > 0 && <b>{t('setUp.readings.line', { line })}</b>} {reasonOf(code, t)}
            {value !== null && value !== '' && (
              <>
                {' '}
                <bdi className={styles.value}>{value}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
      {badLines > faults.length && (
        <p className={styles.note}>{t('setUp.readings.moreFaults', { count: faults.length })}</p>
      )}
    </div>
  );
}

/** Rare errors share one message. */
function reasonOf(code: string, t: ReturnType<typeof useText>['t']): string {
  const id = `setUp.readings.why.${code}`;
  const text = t(id as MessageId);
  return text === id ? t('setUp.readings.why.OTHER') : text;
}
