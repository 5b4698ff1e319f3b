export { Button, buttonClass, IconButton } from './button.tsx';
export { ChoiceField, SelectField, TextAreaField } from './controls.tsx';
export { Checkbox, TextField } from './field.tsx';
export { FormActions } from './form-actions.tsx';
export { PasswordField } from './password-field.tsx';
export { PhoneField } from './phone-field.tsx';
export { type Faults, type Form, useForm } from './use-form.ts';
