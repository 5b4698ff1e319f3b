import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { isolateText, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { TokensDocument, type TokensQuery, UpdateTokenDocument } from './operations.generated.ts';
import { SiteChoice } from './site-choice.tsx';
import styles from './tokens.module.css';

/** Dialog to change the name and the sites of a program's token. */
export function TokenForm({
  token: { publicId, name: nameBefore, installationIds },
  sites,
  onClose,
}: {
  token: TokensQuery['personalTokens'][number];
  sites: TokensQuery['allInstallations'];
  onClose: () => void;
}) {
  const { t } = useText();
  const client = useApolloClient();
  const [update, { loading }] = useMutation(UpdateTokenDocument);
  const [name, setName] = useState(nameBefore);
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(
    installationIds == null ? null : new Set(installationIds),
  );
  const isNameMissing = name.trim() === '';
  const isSiteMissing = chosen?.size === 0;

  async function save() {
    if (isNameMissing || isSiteMissing) return;
    try {
      await update({ variables: { publicId, name: name.trim(), installationIds: chosen && [...chosen] } });
    } catch {
      return showToast('error', t('setUp.notSaved'));
    }
    showToast('success', t('setUp.tokens.changed'));
    await client.refetchQueries({ include: [TokensDocument] }).catch(() => {});
    onClose();
  }

  return (
    <Dialog
      title={isolateText(nameBefore)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={loading} onClick={() => void save()}>
            {t('app.exit.save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextField
          label={t('setUp.field.name')}
          name="name"
          autoComplete="off"
          maxLength={100}
          value={name}
          error={isNameMissing ? t('setUp.tokens.fault.name') : null}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <SiteChoice sites={sites} chosen={chosen} isMissing={isSiteMissing} onChange={setChosen} />
      </div>
    </Dialog>
  );
}
