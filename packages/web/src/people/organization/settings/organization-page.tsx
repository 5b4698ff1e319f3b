import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useText } from '../../../i18n/index.ts';
import { TextAreaField } from '../../../ui/form/controls.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Logo } from '../../../ui/icons/index.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { Loading } from '../../../ui/page/loading.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { CardStack, SectionCard } from '../../../ui/page/section-card.tsx';
import { UploadOrganizationLogoDocument } from '../../access/uploads/operations.generated.ts';
import { PictureField } from '../../access/uploads/picture-field.tsx';
import { sendFile } from '../../access/uploads/send-file.ts';
import { mayDo, useViewer } from '../viewer.ts';
import {
  OrganizationSettingsDocument,
  type OrganizationSettingsQuery,
  UpdateOrganizationDocument,
} from './operations.generated.ts';
import styles from './organization-page.module.css';
import { YearsSection } from './years-section.tsx';

type Organization = OrganizationSettingsQuery['organizationById'];

/** Name, address and logo; read-only without the right to edit. */
export function OrganizationSettingsPage() {
  const { t } = useText();
  const viewer = useViewer();
  const { data, error } = useQuery(OrganizationSettingsDocument, {
    variables: { organizationId: viewer.organization.id },
  });
  if (data === undefined && error !== undefined) throw error;
  // These settings apply to all sites, so a viewer limited to some may not edit them.
  const mayEdit = mayDo(viewer, 'editOrganization') && viewer.installationIds === null;
  return (
    <>
      <PageHeader title={t('shell.organization')} />
      {data === undefined ? (
        <Loading className={styles.ghost} />
      ) : (
        <CardStack>
          <NameAndAddress organization={data.organizationById} mayEdit={mayEdit} />
          <YearsSection organization={data.organizationById} mayEdit={mayEdit} />
          <LogoSection organization={data.organizationById} mayEdit={mayEdit} />
        </CardStack>
      )}
    </>
  );
}

function NameAndAddress({ organization, mayEdit }: { organization: Organization; mayEdit: boolean }) {
  const { t } = useText();
  const [update] = useMutation(UpdateOrganizationDocument);
  const form = useForm<{ readonly name: string; readonly address: string }>({
    stored: { name: organization.name, address: organization.address ?? '' },
    order: ['name', 'address'],
    faultsOf: ({ name }) => (name.trim() === '' ? { name: t('settings.organization.name.missing') } : {}),
    save: async ({ name, address }) => {
      try {
        await update({ variables: { id: organization.id, name, address } });
      } catch (error) {
        return refused(error, t('settings.organization.refused'), t('profile.failed'));
      }
      showToast('success', t('profile.saved'));
      return null;
    },
  });
  return (
    <form {...form.props} noValidate>
      <SectionCard
        title={t('settings.organization')}
        text={t(mayEdit ? 'settings.organization.text' : 'settings.readOnly')}
      >
        <TextField
          label={t('settings.organization.name')}
          name="name"
          autoComplete="organization"
          readOnly={!mayEdit}
          value={form.values.name}
          error={form.faults.name}
          onChange={(event) => form.set('name', event.currentTarget.value)}
        />
        <TextAreaField
          label={t('settings.organization.address')}
          name="address"
          autoComplete="street-address"
          readOnly={!mayEdit}
          value={form.values.address}
          error={form.faults.address}
          onChange={(event) => form.set('address', event.currentTarget.value)}
        />
        {mayEdit && <FormActions form={form} />}
      </SectionCard>
    </form>
  );
}

/** Maps a refusal to the field it concerns. Shows other errors as a toast. */
function refused(error: unknown, text: string, otherwise: string): { name?: string; address?: string } {
  const field = (error as { errors?: { extensions?: { field?: unknown } }[] }).errors?.[0]?.extensions?.field;
  if (field === 'name' || field === 'address') return { [field]: text };
  showToast('error', otherwise);
  return {};
}

function LogoSection({ organization, mayEdit }: { organization: Organization; mayEdit: boolean }) {
  const { t } = useText();
  const { cache } = useApolloClient();
  const shown = (
    <span className={styles.logo}>
      {organization.logo === null ? <Logo size={32} /> : <img src={organization.logo} alt="" />}
    </span>
  );
  return (
    <SectionCard title={t('settings.logo')} text={t('settings.logo.text')}>
      {mayEdit ? (
        <PictureField
          label={t('settings.logo')}
          note={t('settings.logo.note')}
          isThere={organization.logo !== null}
          shown={shown}
          send={async (file) => {
            const { uploadOrganizationLogo } = await sendFile(UploadOrganizationLogoDocument, file);
            const id = cache.identify({ __typename: 'Organization', id: organization.id });
            if (id !== undefined) cache.modify({ id, fields: { logo: () => uploadOrganizationLogo.logo } });
          }}
        />
      ) : (
        shown
      )}
    </SectionCard>
  );
}
