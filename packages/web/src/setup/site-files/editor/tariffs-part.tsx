import { addDays } from '@atrium/domain/core';
import { changeTariffs, type DeclaredTariff } from '@atrium/domain/setup/site-files';
import { tariffKinds } from '@atrium/domain/sites';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { SelectField } from '../../../ui/form/controls.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-input.tsx';
import { CardStack, FieldPair, SectionCard } from '../../../ui/page/section-card.tsx';
import styles from './parts.module.css';
import { useProblems } from './problem-text.ts';
import type { Editing } from './use-editing.ts';
import { WeekHours } from './week-hours.tsx';

const nights: DeclaredTariff['lowHours'] = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, hours: ['22:00-06:00'] }));

const newTariff: DeclaredTariff = {
  kind: 'electricity',
  validFrom: null,
  validTo: null,
  price: 0,
  lowPrice: null,
  lowHours: [],
  standingPerDay: null,
  standingPerMonth: null,
};

/** Kinds that are metered in kWh; the others are in m³. */
const inKwh: ReadonlySet<DeclaredTariff['kind']> = new Set(['electricity', 'feedIn', 'heat']);

/** Prices of the energy and water of a site. */
export function TariffsPart({ editing }: { editing: Editing }) {
  const { t } = useText();
  const { site, change } = editing;
  const problem = useProblems(editing);
  const message = problem('tariffs') ?? problem('currency');
  return (
    <CardStack>
      <SectionCard title={t('setUp.tab.tariffs')} text={t('setUp.tariffsText')}>
        {site.tariffs.map((tariff, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: every field of it may be edited
          <TariffFields key={index} editing={editing} tariff={tariff} index={index} />
        ))}
        {message !== null && <p className={styles.problem}>{message}</p>}
        <div>
          <Button icon="plus" onClick={() => change(changeTariffs(site, [...site.tariffs, newTariff]))}>
            {t('setUp.addTariff')}
          </Button>
        </div>
      </SectionCard>
    </CardStack>
  );
}

type PriceField = 'price' | 'lowPrice' | 'standingPerDay' | 'standingPerMonth';

function TariffFields({ editing, tariff, index }: { editing: Editing; tariff: DeclaredTariff; index: number }) {
  const { t, dateFormat } = useText();
  const { site, change } = editing;
  const problem = useProblems(editing);
  const set = (fields: Partial<DeclaredTariff>, about?: string) => {
    const tariffs = site.tariffs.map((one, place) => (place === index ? { ...one, ...fields } : one));
    change(changeTariffs(site, tariffs), about === undefined ? undefined : `tariff ${index} ${about}`);
  };
  const unit = `${site.currency ?? ''}${inKwh.has(tariff.kind) ? '/kWh' : '/m³'}`;
  const price = (field: PriceField, shown: string) => (
    <NumberField
      label={t(`setUp.tariff.${field}`)}
      name={`tariff-${index}-${field}`}
      step={0.01}
      value={tariff[field]}
      unit={shown}
      error={problem('tariffs', index, field) ?? undefined}
      onChange={(value) => set({ [field]: field === 'price' ? (value ?? 0) : value }, field)}
    />
  );
  return (
    <fieldset className={`${styles.event} ${styles.tariff}`}>
      <legend className="visually-hidden">{t(`setUp.tariff.kind.${tariff.kind}`)}</legend>
      <SelectField
        label={t('setUp.field.kind')}
        name={`tariff-${index}-kind`}
        value={tariff.kind}
        options={tariffKinds.map((value) => ({ value, text: t(`setUp.tariff.kind.${value}`) }))}
        onChange={(kind) => set({ kind: kind as DeclaredTariff['kind'] })}
      />
      <FieldPair>
        <DateField
          label={t('setUp.field.dateBegin')}
          name={`tariff-${index}-begin`}
          value={tariff.validFrom ?? ''}
          pattern={dateFormat}
          onChange={(date) => set({ validFrom: date === '' ? null : date })}
        />
        <DateField
          label={t('setUp.field.dateEnd')}
          name={`tariff-${index}-end`}
          value={tariff.validTo === null ? '' : addDays(tariff.validTo, -1)}
          pattern={dateFormat}
          onChange={(date) => set({ validTo: date === '' ? null : addDays(date, 1) })}
        />
      </FieldPair>
      {price('price', unit)}
      <Checkbox
        label={t('setUp.tariff.hasLow')}
        checked={tariff.lowPrice !== null}
        onChange={({ currentTarget: { checked } }) =>
          set({ lowPrice: checked ? tariff.price : null, lowHours: checked ? nights : [] })
        }
      />
      {tariff.lowPrice !== null && (
        <>
          {price('lowPrice', unit)}
          <WeekHours
            week={tariff.lowHours}
            usualHours="22:00-06:00"
            emptyDay={t('setUp.tariff.noLow')}
            labels={{ begin: t('setUp.tariff.from'), end: t('setUp.tariff.to') }}
            onChange={(lowHours, day) => set({ lowHours }, `hours ${day}`)}
          />
        </>
      )}
      {tariff.kind !== 'feedIn' && (
        <FieldPair>
          {price('standingPerDay', site.currency ?? '')}
          {price('standingPerMonth', site.currency ?? '')}
        </FieldPair>
      )}
      <div>
        <Button
          icon="trash"
          onClick={() =>
            change(
              changeTariffs(
                site,
                site.tariffs.filter((_, place) => place !== index),
              ),
            )
          }
        >
          {t('setUp.removeTariff')}
        </Button>
      </div>
    </fieldset>
  );
}
