import { type FormEvent, useId, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** Asks for the name of a new bookmark. `onName` resolves to whether it was saved. */
export function NameDialog({
  suggested,
  onName,
  onClose,
}: {
  suggested: string;
  onName: (title: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useText();
  const form = useId();
  const [title, setTitle] = useState(suggested);
  const [state, setState] = useState<'idle' | 'wrong' | 'busy'>('idle');

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = title.trim();
    if (wanted === '') return setState('wrong');
    setState('busy');
    if (await onName(wanted)) onClose();
    else setState('idle');
  }

  return (
    <Dialog
      title={t('bookmarks.new')}
      text={t('bookmarks.new.text')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" type="submit" form={form} disabled={state === 'busy'}>
            {t('bookmarks.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t('bookmarks.title')}
          name="title"
          value={title}
          maxLength={200}
          autoFocus
          error={state === 'wrong' ? t('bookmarks.title.required') : null}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setTitle(event.currentTarget.value);
            setState(event.currentTarget.value.trim() === '' ? 'wrong' : 'idle');
          }}
        />
      </form>
    </Dialog>
  );
}
