import { useMutation } from '@apollo/client/react';
import {
  allRights,
  fillRights,
  getStatedRight,
  hasRight,
  includesRights,
  noRights,
  type Right,
  withRights,
} from '@atrium/domain/people/access';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { useCloseGuard } from '../../../ui/leaving/exit-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { Table } from '../../../ui/table/table.tsx';
import { mayDo, useViewer } from '../../organization/index.ts';
import type { CountedProfile } from '../members/use-members.ts';
import { CreateProfileDocument, RightProfilesDocument, UpdateProfileDocument } from './operations.generated.ts';
import styles from './people.module.css';
import { parseRefusal, toAuthority } from './person.ts';
import rightsStyles from './rights.module.css';

const verbs = ['read', 'create', 'edit', 'delete'] as const;

/** Areas in tree order: a right's name without its verb. */
const areas = [...new Set(allRights.map((right) => right.slice(0, right.lastIndexOf('.'))))];

interface RightsMatrixProps {
  readonly held: ReadonlySet<Right>;
  readonly onChange: (held: ReadonlySet<Right>) => void;
  readonly disabled: boolean;
  /** Rights the viewer may grant or revoke. */
  readonly grantable: ReadonlySet<Right>;
}

/** All rights, by area and verb. */
function RightsMatrix({ held, onChange, disabled, grantable }: RightsMatrixProps) {
  const { t } = useText();
  const nameOf = (area: string) => t(`rights.area.${area}` as MessageId);
  return (
    <div className={rightsStyles.scroll}>
      <Table
        className={rightsStyles.matrix}
        columns={[
          { key: 'area', head: t('rights.area'), isName: true, cell: nameOf },
          ...verbs.map((verb) => ({
            key: verb,
            head: t(`rights.verb.${verb}`),
            cell: (area: string) => {
              const right = `${area}.${verb}` as Right;
              if (!allRights.includes(right)) return <span className="visually-hidden">{t('rights.none')}</span>;
              return (
                <Leaf
                  label={`${nameOf(area)}: ${t(`rights.verb.${verb}`)}`}
                  name={right}
                  isHeld={held.has(right)}
                  disabled={disabled || !grantable.has(right)}
                  onToggle={() => onChange(toggled(held, right))}
                />
              );
            },
          })),
        ]}
        rows={areas}
        keyOf={(area) => area}
      />
    </div>
  );
}

function toggled(held: ReadonlySet<Right>, right: Right): ReadonlySet<Right> {
  const next = new Set(held);
  if (!next.delete(right)) next.add(right);
  return next;
}

interface LeafProps {
  readonly label: string;
  readonly name: string;
  readonly isHeld: boolean;
  readonly disabled: boolean;
  readonly onToggle: () => void;
}

function Leaf({ label, name, isHeld, disabled, onToggle }: LeafProps) {
  return (
    <label className={rightsStyles.leaf}>
      <input type="checkbox" name={name} aria-label={label} checked={isHeld} disabled={disabled} onChange={onToggle} />
      <Icon name="check" size={12} />
    </label>
  );
}

interface ProfileDialogProps {
  /** null creates a new profile. */
  readonly counted: CountedProfile | null;
  readonly onClose: () => void;
}

/** Edits a right profile's name and rights. */
export function ProfileDialog({ counted, onClose }: ProfileDialogProps) {
  const { t } = useText();
  const viewer = useViewer();
  const own = toAuthority(viewer).rights;
  const isBeyond = counted !== null && !includesRights(own, fillRights(counted.profile.rights));
  const mayChange = mayDo(viewer, 'editRightProfiles');
  const mayEdit = mayChange && !isBeyond;
  const grantable = new Set(allRights.filter((right) => hasRight(own, right)));
  const form = useProfileForm(counted, onClose);
  const { close, question } = useCloseGuard({ ...form, save: form.submit, discard: form.reset }, onClose);
  const { values, set, faults } = form;
  const name = counted?.profile.name ?? '';
  const title = counted === null ? t('rights.new.title') : t(mayEdit ? 'rights.edit' : 'rights.show', { name });
  const told = [
    mayChange && isBeyond && t('rights.beyond'),
    mayEdit && counted !== null && t('rights.everybody'),
    mayEdit && grantable.size < allRights.length && t('rights.onlyOwn'),
  ].filter((one) => one !== false);
  const text = told.length > 0 ? { text: told.join(' ') } : {};
  return (
    <>
      <Dialog wide title={title} {...text} onClose={close}>
        <form {...form.props} noValidate className={styles.form}>
          <TextField
            label={t('rights.name')}
            name="name"
            autoComplete="off"
            readOnly={!mayEdit}
            value={values.name}
            error={faults.name}
            onChange={(event) => set('name', event.currentTarget.value)}
          />
          <RightsMatrix
            held={new Set(values.held)}
            disabled={!mayEdit}
            grantable={grantable}
            onChange={(held) =>
              set(
                'held',
                allRights.filter((right) => held.has(right)),
              )
            }
          />
          <div className={styles.formActions}>
            <Button onClick={close}>{t(mayEdit ? 'members.cancel' : 'app.close')}</Button>
            {mayEdit && (
              <Button type="submit" look="primary" aria-busy={form.isBusy}>
                {t('app.exit.save')}
              </Button>
            )}
          </div>
        </form>
      </Dialog>
      {question}
    </>
  );
}

interface ProfileValues {
  readonly name: string;
  readonly held: readonly Right[];
}

/** Returns the rights a profile grants, in tree order. */
export const listGrantedRights = ({ profile }: CountedProfile): readonly Right[] =>
  allRights.filter((right) => getStatedRight(profile.rights, right) === true);

function useProfileForm(counted: CountedProfile | null, onDone: () => void) {
  const { t } = useText();
  const again = { refetchQueries: [RightProfilesDocument], awaitRefetchQueries: true };
  const [create] = useMutation(CreateProfileDocument, again);
  const [update] = useMutation(UpdateProfileDocument, again);
  return useForm<ProfileValues>({
    stored: { name: counted?.profile.name ?? '', held: counted === null ? [] : listGrantedRights(counted) },
    order: ['name', 'held'],
    faultsOf: ({ name }) => (name.trim() === '' ? { name: t('rights.name.missing') } : {}),
    save: async ({ name, held }) => {
      const rights = fillRights(withRights(noRights, held));
      try {
        if (counted === null) await create({ variables: { name, rights } });
        else await update({ variables: { id: counted.profile.id, name, rights } });
      } catch (error) {
        const refusal = parseRefusal(error);
        if (refusal?.field === 'name') return { name: t('rights.name.taken') };
        const isLast = refusal?.code === 'BAD_INPUT' && refusal.field === 'rights';
        showToast(
          'error',
          t(isLast ? 'members.lastAdmin' : refusal?.code === 'FORBIDDEN' ? 'members.forbidden' : 'profile.failed'),
        );
        return {};
      }
      showToast('success', t('profile.saved'));
      onDone();
      return null;
    },
  });
}
