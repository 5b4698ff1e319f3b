import { useMutation } from '@apollo/client/react';
import { useText } from '../../../i18n/index.ts';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { SectionCard } from '../../../ui/page/section-card.tsx';
import { UpdateUserDocument } from '../people/operations.generated.ts';
import { type PreferenceValues, parseRefusal, toPreferences } from '../people/person.ts';
import { PreferenceFields } from '../people/preference-fields.tsx';
import { MemberPage, type MemberProps } from './member-page.tsx';

export function MemberPreferencesPage() {
  return <MemberPage>{(props) => <Preferences {...props} />}</MemberPage>;
}

function Preferences({ person, mayEdit, lacksRight }: MemberProps) {
  const { t } = useText();
  const [update] = useMutation(UpdateUserDocument);
  const form = useForm<PreferenceValues>({
    stored: toPreferences(person),
    order: ['theme', 'lang', 'dateFormat', 'timezone'],
    faultsOf: () => ({}),
    save: async ({ timezone, ...values }) => {
      try {
        const profile = { ...values, timezone: timezone === '' ? null : timezone };
        await update({ variables: { id: person.id, profile } });
      } catch (error) {
        showToast('error', t(parseRefusal(error)?.code === 'FORBIDDEN' ? 'members.forbidden' : 'profile.failed'));
        return {};
      }
      showToast('success', t('profile.saved'));
      return null;
    },
  });
  return (
    <form {...form.props} noValidate>
      <SectionCard
        title={t('profile.settings')}
        text={t(lacksRight ? 'settings.readOnly' : 'members.preferences.text')}
      >
        <PreferenceFields form={form} disabled={!mayEdit} />
        {mayEdit && <FormActions form={form} />}
      </SectionCard>
    </form>
  );
}
