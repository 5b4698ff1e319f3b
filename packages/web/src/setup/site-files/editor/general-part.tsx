import type { SiteDeclaration } from '@atrium/domain/setup/site-files';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/form/controls.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-input.tsx';
import { CardStack, FieldPair, SectionCard } from '../../../ui/page/section-card.tsx';
import { cities, findCity, timezones } from '../places.ts';
import { useProblems } from './problem-text.ts';
import type { Editing } from './use-editing.ts';

type TextFields = 'name' | 'address' | 'city' | 'country' | 'currency' | 'shopId' | 'changeOfDay';
type NumberFields = 'area' | 'latitude' | 'longitude';

/** Name, address, time zone and currency of a site. */
export function GeneralPart({ editing }: { editing: Editing }) {
  const { t } = useText();
  const { site, change } = editing;
  const problem = useProblems(editing);

  const text = (field: TextFields, label: MessageId, more: React.ComponentProps<'input'> = {}) => (
    <TextField
      label={t(label)}
      name={field}
      autoComplete="off"
      value={site[field] ?? ''}
      error={problem(field)}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const isKept = field === 'name' || field === 'changeOfDay';
        change(
          { ...site, [field]: typed === '' && !isKept ? null : typed, ...(field === 'city' && clockOf(typed, site)) },
          field,
        );
      }}
      {...more}
    />
  );
  const number = (field: NumberFields, label: MessageId, unit?: string) => (
    <NumberField
      label={t(label)}
      name={field}
      step={0.0001}
      value={site[field]}
      unit={unit}
      error={problem(field) ?? undefined}
      onChange={(value) => change({ ...site, [field]: value }, field)}
    />
  );

  return (
    <CardStack>
      <SectionCard title={t('setUp.general')} text={t('setUp.generalText')}>
        {text('name', 'setUp.field.name')}
        {text('address', 'setUp.field.address')}
        <FieldPair>
          {text('city', 'setUp.field.city', { list: 'set-up-cities' })}
          {text('country', 'setUp.field.country', { maxLength: 2, placeholder: 'CH' })}
        </FieldPair>
        <datalist id="set-up-cities">
          {cities.map((one) => (
            <option key={one.name} value={one.name} />
          ))}
        </datalist>
        <FieldPair>
          {number('latitude', 'setUp.field.latitude')}
          {number('longitude', 'setUp.field.longitude')}
        </FieldPair>
      </SectionCard>
      <SectionCard title={t('setUp.clock')} text={t('setUp.clockText')}>
        <FieldPair>
          <SelectField
            label={t('setUp.field.timezone')}
            name="timezone"
            error={problem('timezone')}
            value={site.timezone}
            options={[...new Set([site.timezone, ...timezones])].map((value) => ({ value, text: value }))}
            onChange={(timezone) => change({ ...site, timezone })}
          />
          {text('changeOfDay', 'setUp.field.changeOfDay', { type: 'time' })}
        </FieldPair>
      </SectionCard>
      <SectionCard title={t('setUp.sales')} text={t('setUp.salesText')}>
        <FieldPair>
          {text('currency', 'setUp.field.currency', { maxLength: 3, placeholder: 'CHF' })}
          {text('shopId', 'setUp.field.shopId')}
        </FieldPair>
        {number('area', 'setUp.field.area', 'm²')}
      </SectionCard>
    </CardStack>
  );
}

/** A known city sets the time zone, and country and currency if they are empty. */
function clockOf(typed: string, site: SiteDeclaration): Partial<SiteDeclaration> {
  const known = findCity(typed);
  if (known === null) return {};
  const { timezone, country, currency } = known;
  return { timezone, country, currency: site.currency ?? currency };
}
