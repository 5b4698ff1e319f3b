export { ChoiceField, SelectField, TextAreaField } from './controls.tsx';
export { DateField } from './date-field.tsx';
export { FileField } from './file-field.tsx';
export { FormActions } from './form-actions.tsx';
export { NumberField } from './number-field.tsx';
export { PageDrop } from './page-drop.tsx';
export { PhoneField } from './phone-field.tsx';
export { useFileChooser } from './use-file-chooser.tsx';
export { type Faults, type Form, useForm } from './use-form.ts';
