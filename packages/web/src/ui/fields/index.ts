export { ChoiceField, SelectField, TextAreaField } from './controls.tsx';
export { DateField } from './date-field.tsx';
export { FormActions } from './form-actions.tsx';
export { NumberField } from './number-field.tsx';
export { NumberInput } from './number-input.tsx';
export { PhoneField } from './phone-field.tsx';
export { type Faults, type Form, useForm } from './use-form.ts';
