import { formatNumber } from '@atrium/domain/core/format';
import { DeltaChip } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { findChange, formatFigure, formatMoney } from './figures/funnel-text.ts';
import { hasPartialRates } from './figures/partial-rates.ts';
import { computeWorth, type Figure } from './figures/worth.ts';
import styles from './funnel.module.css';
import { FunnelShape } from './funnel-shape.tsx';
import type { FunnelFragment } from './operations.generated.ts';

const steps = ['pedestrian', 'affluenceIn', 'numberOfOrders'] as const;
const between = ['captureRate', 'conversionRate'] as const;

/** Passers-by, entries and orders, each with its share of the step before. */
export function FunnelCard({ funnel, isBusy }: { readonly funnel: FunnelFragment; readonly isBusy: boolean }) {
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
  // With some shops' sales unknown, passers-by and orders cover different shops and cannot be related.
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
