import { fillRights, includesRights } from '@atrium/domain/people/access';
import { useText } from '../../../i18n/index.ts';
import { TreePicker } from '../../../ui/choice/tree-picker.tsx';
import { SelectField } from '../../../ui/form/controls.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import type { Faults } from '../../../ui/form/use-form.ts';
import { FieldPair } from '../../../ui/page/section-card.tsx';
import { useViewer } from '../../organization/index.ts';
import styles from '../people/people.module.css';
import { toAuthority } from '../people/person.ts';
import type { Organization } from './use-members.ts';

/** Role, rights and sites of a member. */
export interface MemberAccessValues {
  readonly role: 'admin' | 'user';
  /** '' means the role's default profile. */
  readonly profileId: string;
  readonly isLimited: boolean;
  /** Chosen one by one. */
  readonly installationIds: readonly number[];
  /** Tags, such as regions, whose sites they see too, now and later. */
  readonly tagIds: readonly number[];
}

/** Converts the values to the API's input. */
export function toMemberAccess({ role, profileId, isLimited, installationIds, tagIds }: MemberAccessValues) {
  return {
    role,
    ...(profileId !== '' && { profileId: Number(profileId) }),
    installationIds: isLimited ? [...installationIds] : null,
    ...(isLimited && tagIds.length > 0 && { tagIds: [...tagIds] }),
  };
}

/** Any form that contains these fields. */
interface StandingForm {
  readonly values: MemberAccessValues;
  set<Field extends keyof MemberAccessValues>(field: Field, value: MemberAccessValues[Field]): void;
  readonly faults: Faults<MemberAccessValues>;
}

interface StandingFieldsProps {
  readonly form: StandingForm;
  readonly organization: Organization;
  readonly disabled?: boolean;
  /** Whether the member is new. A new member's profile may stay empty; the role then decides it. */
  readonly isNew?: boolean;
}

/** Role, right profile and sites. A viewer limited to some sites can only assign those. */
export function MemberAccessFields({ form, organization, disabled = false, isNew = false }: StandingFieldsProps) {
  const { t } = useText();
  const viewer = useViewer();
  const { values, set, faults } = form;
  const own = toAuthority(viewer).rights;
  const offered = organization.profiles.filter(
    ({ profile }) => String(profile.id) === values.profileId || includesRights(own, fillRights(profile.rights)),
  );
  const roles = viewer.isAdmin || values.role === 'admin' ? (['user', 'admin'] as const) : (['user'] as const);
  return (
    <>
      <FieldPair>
        <SelectField
          label={t('profile.role')}
          name="role"
          value={values.role}
          disabled={disabled}
          error={faults.role}
          onChange={(role) => set('role', role === 'admin' ? 'admin' : 'user')}
          options={roles.map((role) => ({ value: role, text: t(`profile.role.${role}`) }))}
        />
        <SelectField
          label={t('members.profile')}
          name="profileId"
          value={values.profileId}
          disabled={disabled}
          error={faults.profileId}
          {...(!disabled && offered.length < organization.profiles.length && { note: t('members.profile.onlyOwn') })}
          onChange={(profileId) => set('profileId', profileId)}
          options={[
            ...(isNew ? [{ value: '', text: t('members.invite.profileOfRole') }] : []),
            ...offered.map(({ profile }) => ({ value: String(profile.id), text: profile.name })),
          ]}
        />
      </FieldPair>
      <Checkbox
        label={t('members.sites.limit')}
        name="isLimited"
        checked={values.isLimited}
        disabled={disabled}
        onChange={(event) => set('isLimited', event.currentTarget.checked)}
      />
      {values.isLimited && <Sites form={form} organization={organization} disabled={disabled} />}
    </>
  );
}

function Sites({ form, organization, disabled }: StandingFieldsProps & { disabled: boolean }) {
  const { t } = useText();
  const viewer = useViewer();
  const { installationIds, tagIds } = form.values;
  const fault = form.faults.installationIds;
  // A tag may get further sites, so only people who see all sites give it.
  const givesRegions = viewer.installationIds === null;
  return (
    <fieldset className={styles.group} disabled={disabled} aria-describedby={fault && 'sites-fault'}>
      <legend>{t('members.sites.legend')}</legend>
      {givesRegions && organization.sites.some(({ groupIds }) => groupIds.length > 0) && (
        <p className={styles.meta}>{t('members.sites.regions')}</p>
      )}
      <TreePicker
        name="installationIds"
        groups={organization.regions}
        items={organization.sites}
        chosen={installationIds}
        onChange={(ids) => form.set('installationIds', ids)}
        {...(givesRegions && { groupChoice: { chosen: tagIds, onChange: (ids) => form.set('tagIds', ids) } })}
      />
      {fault !== undefined && (
        <p className={styles.fault} id="sites-fault" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
