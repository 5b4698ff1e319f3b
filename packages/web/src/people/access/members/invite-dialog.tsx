import { useMutation } from '@apollo/client/react';
import { normalizeEmail } from '@atrium/domain/people/access';
import { useState } from 'react';
import {
  isLanguage,
  languages,
  type Translate,
  toAllowedLanguage,
  useLanguages,
  useText,
} from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { SelectField } from '../../../ui/form/controls.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { type Faults, useForm } from '../../../ui/form/use-form.ts';
import { useCloseGuard } from '../../../ui/leaving/exit-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { DeliveryNotice, useIsWithoutMail } from '../../notifications/delivery-notice.tsx';
import { useViewer } from '../../organization/index.ts';
import { InviteByLinkDocument, InviteUserDocument, MembersDocument } from '../people/operations.generated.ts';
import styles from '../people/people.module.css';
import { parseRefusal } from '../people/person.ts';
import { LinkDialog, type ShownLink } from './link-dialog.tsx';
import { MemberAccessFields, type MemberAccessValues, toMemberAccess } from './member-access-fields.tsx';
import type { Organization } from './use-members.ts';

interface InviteValues extends MemberAccessValues {
  readonly email: string;
  readonly lang: string;
}

/** Invites a member by mail. If mail is not set up, shows a link to pass on instead. */
export function InviteDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { t } = useText();
  const isByLink = useIsWithoutMail();
  const [link, setLink] = useState<ShownLink | null>(null);
  const form = useInviteForm(isByLink, (made) => (made === null ? onClose() : setLink(made)));
  const spoken = useLanguages();
  const { close, question } = useCloseGuard({ ...form, save: form.submit, discard: form.reset }, onClose);
  const { values, set, faults } = form;
  if (link !== null) return <LinkDialog purpose="invitation" link={link} onClose={onClose} />;
  return (
    <>
      <Dialog
        wide
        title={t('members.invite.title')}
        text={t(isByLink ? 'members.invite.textByLink' : 'members.invite.text')}
        onClose={close}
      >
        <form {...form.props} noValidate className={styles.form}>
          <TextField
            label={t('members.email.text')}
            name="email"
            type="email"
            autoComplete="off"
            value={values.email}
            error={faults.email}
            onChange={(event) => set('email', event.currentTarget.value)}
          />
          <SelectField
            label={t('app.language')}
            name="lang"
            value={values.lang}
            onChange={(lang) => set('lang', lang)}
            options={spoken.map((code) => ({ value: code, lang: code, text: languages[code].name }))}
          />
          <MemberAccessFields form={form} organization={organization} isNew />
          <DeliveryNotice />
          <div className={styles.formActions}>
            <Button onClick={close}>{t('members.cancel')}</Button>
            <Button type="submit" look="primary" aria-busy={form.isBusy}>
              {t(isByLink ? 'members.link.create' : 'members.invite.send')}
            </Button>
          </div>
        </form>
      </Dialog>
      {question}
    </>
  );
}

/** `onDone` receives the link if one was created. */
function useInviteForm(isByLink: boolean, onDone: (link: ShownLink | null) => void) {
  const { t } = useText();
  const { language } = useViewer();
  const refetching = { refetchQueries: [MembersDocument], awaitRefetchQueries: true };
  const [invite] = useMutation(InviteUserDocument, refetching);
  const [inviteByLink] = useMutation(InviteByLinkDocument, refetching);
  const stored: InviteValues = {
    email: '',
    lang: isLanguage(language) ? toAllowedLanguage(language) : language,
    role: 'user',
    profileId: '',
    isLimited: false,
    installationIds: [],
    tagIds: [],
  };
  return useForm<InviteValues>({
    stored,
    order: ['email', 'lang', 'role', 'profileId', 'installationIds'],
    faultsOf: ({ email, isLimited, installationIds, tagIds }) => ({
      ...(email.trim() === ''
        ? { email: t('access.email.required') }
        : normalizeEmail(email) === null && { email: t('profile.email.invalid') }),
      ...(isLimited && installationIds.length + tagIds.length === 0 && { installationIds: t('members.sites.missing') }),
    }),
    save: async ({ email, lang, ...standing }) => {
      const variables = { input: { email, lang, ...toMemberAccess(standing) } };
      try {
        if (isByLink) {
          const { data } = await inviteByLink({ variables });
          onDone(data ? { ...data.inviteByLink, email } : null);
          return null;
        }
        await invite({ variables });
      } catch (error) {
        return toFieldFaults(error, t);
      }
      showToast('success', t('members.invite.sent', { email }));
      onDone(null);
      return null;
    },
  });
}

/** Returns the field errors for a refusal by the server. */
export function toFieldFaults(error: unknown, t: Translate): Faults<InviteValues> {
  const refusal = parseRefusal(error);
  const field = refusal?.field;
  if (refusal?.code === 'RATE_LIMITED') {
    showToast('error', t('members.invite.limited'));
    return {};
  }
  if (field === 'email') return { email: t('members.invite.refused') };
  if (field === 'role') return { role: t(refusal?.code === 'FORBIDDEN' ? 'members.forbidden' : 'members.lastAdmin') };
  if (field === 'tagIds') return { installationIds: t('members.forbidden') };
  if (field === 'profileId' || field === 'installationIds') return { [field]: t('members.forbidden') };
  showToast('error', t(refusal?.code === 'FORBIDDEN' ? 'members.forbidden' : 'profile.failed'));
  return {};
}
