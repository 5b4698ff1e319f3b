import { formatDate, formatMonth, formatNumber } from '@atrium/domain/core/format';
import { useText } from '../../../i18n/index.ts';
import { Named } from '../../../pages/filters/index.ts';
import { useShortlist } from '../../../ui/choice/use-shortlist.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import styles from './funnel.module.css';
import { describeKnownDays } from './funnel-text.ts';
import type { useFunnel } from './use-funnel.ts';

/** Errors of invalid lists in the address. */
const faults = {
  sites: { name: 'funnel.shops', text: 'funnel.fault.sites' },
  dates: { name: 'funnel.months', text: 'funnel.fault.dates' },
} as const;

/** Shops, months, and comparison with a year before. */
export function FunnelFilters({ funnel }: { readonly funnel: ReturnType<typeof useFunnel> }) {
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
