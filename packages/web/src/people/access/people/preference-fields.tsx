import { instantToDate } from '@atrium/domain/core';
import { dateFormats, formatLocalDate } from '@atrium/domain/core/format';
import { languages, type MessageId, useLanguages, useText } from '../../../i18n/index.ts';
import { LongSelectField } from '../../../ui/choice/long-select.tsx';
import { listTimezones } from '../../../ui/choice/places.ts';
import { ChoiceField, SelectField } from '../../../ui/form/controls.tsx';
import { FieldPair } from '../../../ui/page/section-card.tsx';
import { type PreferenceValues, type Theme, themes } from './person.ts';

const themeTexts: Record<Theme, MessageId> = {
  light: 'shell.theme.light',
  dark: 'shell.theme.dark',
  system: 'shell.theme.system',
};
const themeIcons = { light: 'sun', dark: 'moon', system: 'screen' } as const;

/** Any form that contains these fields. */
interface PreferenceForm {
  readonly values: PreferenceValues;
  set<Field extends keyof PreferenceValues>(field: Field, value: PreferenceValues[Field]): void;
}

/** Language, theme, time zone and date format, of the viewer or of a member. */
export function PreferenceFields({ form, disabled = false }: { form: PreferenceForm; disabled?: boolean }) {
  const { t } = useText();
  const { values, set } = form;
  const spoken = useLanguages();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const today = instantToDate(values.timezone || own, Date.now());
  return (
    <>
      <ChoiceField
        label={t('shell.theme')}
        name="theme"
        value={values.theme}
        disabled={disabled}
        onChange={(theme) => set('theme', theme)}
        options={themes.map((theme) => ({ value: theme, text: t(themeTexts[theme]), icon: themeIcons[theme] }))}
      />
      <FieldPair>
        <SelectField
          label={t('app.language')}
          name="lang"
          value={values.lang}
          disabled={disabled}
          onChange={(lang) => set('lang', lang)}
          options={spoken.map((code) => ({ value: code, lang: code, text: languages[code].name }))}
        />
        <SelectField
          label={t('profile.dateFormat')}
          name="dateFormat"
          value={values.dateFormat}
          disabled={disabled}
          onChange={(format) => set('dateFormat', format)}
          options={dateFormats.map((format) => ({
            value: format,
            text: `${format} · ${formatLocalDate(today, format)}`,
          }))}
        />
      </FieldPair>
      <LongSelectField
        label={t('profile.timezone')}
        name="timezone"
        value={values.timezone}
        disabled={disabled}
        note={t('profile.timezone.note')}
        onChange={(zone) => set('timezone', zone)}
        options={[
          { value: '', text: t('profile.timezone.browser', { zone: own }) },
          ...listTimezones(values.timezone, Date.now()),
        ]}
      />
    </>
  );
}
