import { type ComponentProps, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { IconButton } from './button.tsx';
import { TextField } from './field.tsx';

/** Password field with a button that reveals the text. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  const { t } = useText();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          icon={shown ? 'eyeOff' : 'eye'}
          label={t(shown ? 'app.password.hide' : 'app.password.show')}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
