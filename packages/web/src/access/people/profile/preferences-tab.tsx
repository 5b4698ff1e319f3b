import { useMutation } from '@apollo/client/react';
import { CookieSettings } from '../../../consent/cookie-settings.tsx';
import { forgetPickedLanguage, isLanguage, setLanguage, useText } from '../../../i18n/index.ts';
import { FormActions, useForm } from '../../../ui/fields/index.ts';
import { SectionCard } from '../../../ui/sections/index.ts';
import { chooseTheme } from '../../../ui/theme.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { UpdateUserProfileDocument } from '../operations.generated.ts';
import { type Person, type PreferenceValues, toPreferences } from '../person.ts';
import { PreferenceFields } from '../preference-fields.tsx';
import { ProfilePage } from './profile-page.tsx';
import { PushSection } from './push-section.tsx';

export function ProfilePreferencesPage() {
  return <ProfilePage>{(person) => <Preferences person={person} />}</ProfilePage>;
}

/** Saved preferences apply to all pages at once, including this one. */
function Preferences({ person }: { person: Person }) {
  const { t } = useText();
  const [update] = useMutation(UpdateUserProfileDocument);
  const form = useForm<PreferenceValues>({
    stored: toPreferences(person),
    order: ['theme', 'lang', 'dateFormat', 'timezone'],
    faultsOf: () => ({}),
    save: async ({ timezone, ...values }) => {
      try {
        await update({ variables: { profile: { ...values, timezone: timezone === '' ? null : timezone } } });
      } catch {
        showToast('error', t('profile.failed'));
        return {};
      }
      forgetPickedLanguage();
      if (isLanguage(values.lang)) await setLanguage(values.lang);
      chooseTheme(values.theme);
      showToast('success', t('profile.saved'));
      return null;
    },
  });
  return (
    <>
      <form {...form.props} noValidate>
        <SectionCard title={t('profile.settings')} text={t('profile.settings.text')}>
          <PreferenceFields form={form} />
          <FormActions form={form} />
        </SectionCard>
      </form>
      <PushSection />
      <CookieSettings />
    </>
  );
}
