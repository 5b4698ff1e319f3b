import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { startViewAs } from '../index.ts';
import { formatName, type Person } from '../people/person.ts';

/** Starts viewing as a member. Leaves the page. */
export function ViewAsButton({ person, isShort = false }: { person: Person; isShort?: boolean }) {
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);
  const label = t('members.viewAs', { name: formatName(person) });

  async function start() {
    if (isBusy) return;
    setBusy(true);
    if (await startViewAs(person.id)) return;
    setBusy(false);
    showToast('error', t('profile.failed'));
  }

  return (
    <Button icon="eye" aria-label={label} title={label} aria-busy={isBusy} onClick={() => void start()}>
      {isShort ? t('members.viewAs.short') : label}
    </Button>
  );
}
