import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, setLanguage } from '../../i18n/index.ts';
import { SelectField } from './controls.tsx';
import { FormActions } from './form-actions.tsx';
import { type Form, useForm } from './use-form.ts';

vi.mock('../leaving/exit-state.ts', () => ({ useUnsavedChanges: () => {} }));

interface Values {
  readonly name: string;
  /** Edited by several controls, none with this name. */
  readonly condition: { readonly zone: string };
}

let root: Root;
let form: Form<Values>;
const place = document.createElement('div');
const save = vi.fn(async () => null);

function Alert() {
  form = useForm<Values>({
    stored: { name: '', condition: { zone: '' } },
    order: ['name', 'condition'],
    faultsOf: ({ condition }) => (condition.zone === '' ? { condition: 'must be filled in' } : {}),
    save,
  });
  return (
    <form {...form.props}>
      <SelectField
        label="Zone"
        name="zoneId"
        value={form.values.condition.zone}
        error={form.faults.condition ?? null}
        options={[{ value: '', text: 'None' }]}
        onChange={(zone) => form.set('condition', { zone })}
      />
      <FormActions form={form} />
    </form>
  );
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.append(place);
  await setLanguage('en');
  root = createRoot(place);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Alert />
      </I18nProvider>,
    ),
  );
});
afterEach(() => act(async () => root.unmount()));

it('focuses the control of a wrong value that has no control of its own name, and says so beside Save', async () => {
  await act(async () => form.set('name', 'Stale air'));
  await act(async () => void (await form.submit()));
  expect(save).not.toHaveBeenCalled();
  expect(document.activeElement?.getAttribute('name')).toBe('zoneId');
  expect(place.querySelector('[role=status]')?.textContent).toBe('Check the fields marked above.');
});
