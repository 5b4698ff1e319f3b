import { useApolloClient, useMutation } from '@apollo/client/react';
import { fiscalStarts, listWeekdays, weekPatterns } from '@atrium/domain/core';
import { formatMonthName, formatShortDate, formatWeekday } from '@atrium/domain/core/format';
import { useText } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/form/controls.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { SectionCard } from '../../../ui/page/section-card.tsx';
import { type OrganizationSettingsQuery, UpdateOrganizationYearsDocument } from './operations.generated.ts';

const calendarMonths = '';
const monthNumbers = Array.from({ length: 12 }, (_, index) => index + 1);

interface Values {
  readonly firstWeekday: number;
  readonly firstMonth: number;
  /** A pattern of weeks, or '' for calendar months. */
  readonly pattern: string;
  readonly start: string;
}

/** The organization's first day of the week and fiscal year; read-only without the right to edit. */
export function YearsSection({
  organization,
  mayEdit,
}: {
  readonly organization: OrganizationSettingsQuery['organizationById'];
  readonly mayEdit: boolean;
}) {
  const text = useText();
  const { t, locale } = text;
  const { firstWeekday, fiscalYear } = organization.years;
  const [update] = useMutation(UpdateOrganizationYearsDocument);
  const { cache } = useApolloClient();
  const form = useForm<Values>({
    stored: {
      firstWeekday,
      firstMonth: fiscalYear?.firstMonth ?? 1,
      pattern: fiscalYear?.pattern ?? calendarMonths,
      start: fiscalYear?.start ?? 'NEAREST',
    },
    order: ['firstWeekday', 'firstMonth', 'pattern', 'start'],
    faultsOf: () => ({}),
    save: async ({ firstWeekday: first, firstMonth, pattern, start }) => {
      const own = firstMonth > 1 || pattern !== calendarMonths;
      try {
        await update({
          variables: {
            id: organization.id,
            name: organization.name,
            firstWeekday: first,
            fiscalYear: own ? { firstMonth, pattern: pattern === calendarMonths ? null : pattern, start } : null,
          },
        });
      } catch {
        showToast('error', t('profile.failed'));
        return {};
      }
      // Sites in the cache were read with the earlier weeks.
      for (const id of Object.keys(cache.extract() as object))
        if (id.startsWith('Installation:')) cache.evict({ id, fieldName: 'years' });
      showToast('success', t('profile.saved'));
      return null;
    },
  });
  const { values, set } = form;
  const firstDay = `2026-${String(values.firstMonth).padStart(2, '0')}-01`;
  const names = {
    weekday: formatWeekday(values.firstWeekday, locale, 'long'),
    date: formatShortDate(firstDay, text),
  };
  return (
    <form {...form.props} noValidate>
      <SectionCard title={t('settings.years')} text={t(mayEdit ? 'settings.years.text' : 'settings.readOnly')}>
        <SelectField
          label={t('settings.years.firstWeekday')}
          name="firstWeekday"
          disabled={!mayEdit}
          value={String(values.firstWeekday)}
          options={listWeekdays().map((weekday) => ({
            value: String(weekday),
            text: formatWeekday(weekday, locale, 'long'),
          }))}
          onChange={(value) => set('firstWeekday', Number(value))}
        />
        <SelectField
          label={t('settings.years.firstMonth')}
          name="firstMonth"
          disabled={!mayEdit}
          value={String(values.firstMonth)}
          options={monthNumbers.map((each) => ({ value: String(each), text: formatMonthName(each, locale) }))}
          onChange={(value) => set('firstMonth', Number(value))}
        />
        <SelectField
          label={t('settings.years.pattern')}
          name="pattern"
          disabled={!mayEdit}
          value={values.pattern}
          options={[
            { value: calendarMonths, text: t('settings.years.pattern.none') },
            ...weekPatterns.map((pattern) => ({ value: pattern as string, text: pattern as string })),
          ]}
          onChange={(value) => set('pattern', value)}
        />
        {values.pattern !== calendarMonths && (
          <SelectField
            label={t('settings.years.start')}
            name="start"
            disabled={!mayEdit}
            value={values.start}
            options={fiscalStarts.map((start) => ({
              value: start as string,
              text: t(`settings.years.start.${start}`, names),
            }))}
            onChange={(value) => set('start', value)}
          />
        )}
        {mayEdit && <FormActions form={form} />}
      </SectionCard>
    </form>
  );
}
