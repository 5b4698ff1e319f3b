import { formatDate, formatMonth, formatNumber } from '@atrium/domain/core/format';
import { DeltaChip, downloadText, formatCsv } from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import { BookmarkButton } from '../../../pages/bookmarks/index.ts';
import { Named } from '../../../pages/filters/index.ts';
import { chooseValues, useShortlist } from '../../../ui/choice/use-shortlist.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { CopyLinkButton } from '../../../ui/page/copy-link-button.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import styles from './funnel.module.css';
import { buildTable, FunnelTable } from './funnel-table.tsx';
import { describeKnownDays, findChange, formatFigure, formatMoney } from './funnel-text.ts';
import type { FunnelFragment } from './operations.generated.ts';
import { useFunnel } from './use-funnel.ts';
import { computeWorth, type Figure, hasPartialRates } from './worth.ts';

/** Errors of invalid lists in the address. */
const faults = {
  sites: { name: 'funnel.shops', text: 'funnel.fault.sites' },
  dates: { name: 'funnel.months', text: 'funnel.fault.dates' },
} as const;

/** Shops, months, and comparison with a year before. */
function FunnelFilters({ funnel }: { readonly funnel: ReturnType<typeof useFunnel> }) {
  const text = useText();
  const { t, locale } = text;
  const { shops, siteIds, months, dates, compares, total, isDemonstration } = funnel;
  const offered = [...new Set([...months, ...dates])].sort().toReversed();
  const soldDays = total?.soldDays;
  return (
    <div className={styles.filters}>
      <Many
        name={t('funnel.shops')}
        options={shops.map(({ id, name }) => ({ key: id, text: name }))}
        chosen={siteIds}
        choose={funnel.chooseSites}
      />
      <Many
        name={t(isDemonstration ? 'funnel.days' : 'funnel.months')}
        options={offered.map((date) => ({
          key: date,
          text: isDemonstration ? formatDate(date, text) : formatMonth(date, locale),
        }))}
        chosen={dates}
        choose={(next) => funnel.chooseDates(next.toSorted())}
      />
      <span className={styles.compare}>
        <Switch label={t('funnel.compare')} isOn={compares} onTurn={funnel.compare} />
        <span aria-hidden="true">{t('funnel.compare')}</span>
      </span>
      {funnel.faults.map((list) => (
        <span key={list} className={styles.fault} role="status">
          {t(faults[list].name)}: {t(faults[list].text)}
        </span>
      ))}
      {soldDays && (
        <span className={styles.known} data-partial={soldDays.known < soldDays.all || undefined}>
          {describeKnownDays(soldDays, isDemonstration, text)}
        </span>
      )}
    </div>
  );
}

interface ManyProps<Key> {
  readonly name: string;
  readonly options: readonly { readonly key: Key; readonly text: string }[];
  readonly chosen: readonly Key[];
  readonly choose: (chosen: readonly Key[]) => void;
}

/** Multiple selection. Shows the name of a single selected option, otherwise their number. */
function Many<Key extends string | number>({ name, options, chosen, choose }: ManyProps<Key>) {
  const text = useText();
  const { t, locale } = text;
  const count = (value: number) => formatNumber(value, { locale, decimals: 0 });
  const [first] = options.filter(({ key }) => chosen.includes(key));
  const value =
    first === undefined
      ? t('funnel.nothing')
      : chosen.length === 1
        ? first.text
        : t('funnel.some', { chosen: count(chosen.length), all: count(options.length) });
  return (
    <Named name={name} value={value}>
      {() => <Options options={options} chosen={chosen} choose={choose} />}
    </Named>
  );
}

function Options<Key extends string | number>({ options, chosen, choose }: Omit<ManyProps<Key>, 'name'>) {
  const { shown, search } = useShortlist(options, {
    textOf: ({ text }) => text,
    isChosen: ({ key }) => chosen.includes(key),
    chooseAll: (all, isChosen) =>
      choose(
        chooseValues(
          chosen,
          all.map(({ key }) => key),
          isChosen,
        ),
      ),
  });
  return (
    <>
      {search}
      <ul className={styles.options}>
        {shown.map(({ key, text }) => (
          <li key={key}>
            <label className={styles.option}>
              <input
                type="checkbox"
                checked={chosen.includes(key)}
                onChange={(event) =>
                  choose(event.currentTarget.checked ? [...chosen, key] : chosen.filter((one) => one !== key))
                }
              />
              <bdi>{text}</bdi>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Dimensions of the stretched drawing: three bars, and the transitions between them. */
const [barWidth, gap, height] = [24, 14, 100];

/** Steps as bars, with a narrowing shape between them. Unknown steps are not drawn. */
function FunnelShape({ values }: { readonly values: readonly (number | null)[] }) {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  if (most === 0) return null;
  const top = (value: number) => height * (1 - value / most);
  const x = (index: number) => index * (barWidth + gap);
  return (
    <svg
      className={styles.shape}
      viewBox={`0 0 ${3 * barWidth + 2 * gap} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {values.map((value, index) => {
        const next = values[index + 1];
        if (value === null || next == null) return null;
        const [from, to] = [x(index) + barWidth, x(index + 1)];
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index
            key={index}
            className={styles.narrowing}
            d={`M${from} ${top(value)}L${to} ${top(next)}V${height}H${from}Z`}
          />
        );
      })}
      {values.map(
        (value, index) =>
          value !== null && (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index
              key={index}
              className={index === 0 ? styles.passing : styles.bar}
              x={x(index)}
              width={barWidth}
              y={Math.min(top(value), height - 0.6)}
              height={Math.max(0.6, height - top(value))}
            />
          ),
      )}
    </svg>
  );
}

const steps = ['pedestrian', 'affluenceIn', 'numberOfOrders'] as const;
const between = ['captureRate', 'conversionRate'] as const;

/** Passers-by, entries and orders, each with its share of the step before. */
function FunnelCard({ funnel, isBusy }: { readonly funnel: FunnelFragment; readonly isBusy: boolean }) {
  const { t } = useText();
  return (
    <section className={styles.card} aria-busy={isBusy} aria-label={t('funnel.title')}>
      <div className={styles.steps}>
        {steps.map((step, index) => (
          <Step key={step} funnel={funnel} figure={step} rate={between[index]} />
        ))}
      </div>
      <FunnelShape values={steps.map((step) => funnel[step] ?? null)} />
      <Sentences funnel={funnel} />
    </section>
  );
}

/** A step, with the share that goes on to the next. */
function Step({ funnel, figure, rate }: { funnel: FunnelFragment; figure: Figure; rate: Figure | undefined }) {
  return (
    <>
      <Amount funnel={funnel} figure={figure} className={styles.step} />
      {rate !== undefined && <Amount funnel={funnel} figure={rate} className={styles.rate} />}
    </>
  );
}

function Amount({
  funnel,
  figure,
  className,
}: {
  readonly funnel: FunnelFragment;
  readonly figure: Figure;
  readonly className: string | undefined;
}) {
  const { t, locale } = useText();
  return (
    <div className={className}>
      <h2 className={styles.name}>{t(`funnel.${figure}`)}</h2>
      <p className={styles.amount}>
        <bdi dir="ltr">{formatFigure(funnel[figure], figure, locale)}</bdi>
      </p>
      <DeltaChip delta={findChange(funnel, figure)} decimals={1} />
    </div>
  );
}

/** The funnel in sentences: turnover, and the value of a change of the rate. */
function Sentences({ funnel }: { readonly funnel: FunnelFragment }) {
  const { t, locale } = useText();
  const whole = (value: number) => formatNumber(value, { locale, decimals: 0 });
  const { captureRate, conversionRate, currency, soldDays } = funnel;
  // If some shops' sales are unknown, passers-by and orders cover different shops and cannot be related.
  const isWhole = soldDays.known === soldDays.all;
  const bought = conversionRate == null ? null : conversionRate * 10;
  const worth = computeWorth(funnel);
  return (
    <>
      <div className={styles.foot}>
        <p>
          {captureRate != null && bought !== null && isWhole
            ? t('funnel.thousandPassing', {
                entered: whole(captureRate * 10),
                bought: whole((bought * captureRate) / 100),
              })
            : bought !== null && t('funnel.thousandEntering', { bought: whole(bought) })}
        </p>
        <dl className={styles.taken}>
          {(['turnover', 'avgBasketPrice', 'salesIndex'] as const).map((figure) => (
            <div key={figure}>
              <dt>{t(`funnel.${figure}`)}</dt>
              <dd>
                <bdi dir="ltr">{formatMoney(funnel[figure], currency, locale)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {worth?.money != null && (
        <p className={styles.worth}>
          {t(worth.orders > 0 ? 'funnel.worth.more' : 'funnel.worth.fewer', {
            count: Math.abs(worth.orders),
            orders: whole(Math.abs(worth.orders)),
            money: formatMoney(Math.abs(worth.money), currency, locale),
          })}
        </p>
      )}
      {currency == null && <p className={styles.worth}>{t('funnel.mixed')}</p>}
      {hasPartialRates(funnel) && <p className={styles.worth}>{t('funnel.partialRates')}</p>}
    </>
  );
}

/** M01: how many passers-by come in, and how many of those buy, per shop. */
export function FunnelPage() {
  const text = useText();
  const { t } = text;
  const funnel = useFunnel();
  const { rows, total, isBusy, isFailed, months, siteIds, isDemonstration } = funnel;
  const save = () => downloadText('sales-funnel.csv', formatCsv(buildTable(rows, total, text)));
  return (
    <div data-usage="sales">
      <PageHeader
        title={t('funnel.title')}
        actions={
          <>
            <BookmarkButton title={t('funnel.title')} />
            <CopyLinkButton address={() => location.href} />
            <Button icon="download" disabled={rows.length === 0} onClick={save}>
              {t('funnel.csv')}
            </Button>
          </>
        }
      />
      <FunnelFilters funnel={funnel} />
      {isDemonstration && (
        <p className={styles.demonstration} role="note">
          {t('funnel.demonstration')}
        </p>
      )}
      {isFailed && (
        <div className={styles.noResults} role="alert">
          <p>{t('funnel.failed')}</p>
          <Button icon="reload" onClick={funnel.retry}>
            {t('funnel.retry')}
          </Button>
        </div>
      )}
      {!isFailed && total === null && isBusy && <div className={styles.ghost} role="status" aria-busy="true" />}
      {!isFailed && total !== null && <FunnelCard funnel={total} isBusy={isBusy} />}
      {!isFailed && !isBusy && siteIds.length > 0 && months.length === 0 && (
        <p className={styles.noResults}>{t('funnel.noSales')}</p>
      )}
      {!isFailed && (total !== null || !isBusy) && months.length > 0 && (
        <FunnelTable rows={rows} total={total} isBusy={isBusy} />
      )}
    </div>
  );
}
