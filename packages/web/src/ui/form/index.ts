export { Button, buttonClass, IconButton } from './button.tsx';
export { Checkbox, LabelledField, TextField } from './field.tsx';
export { PasswordField } from './password-field.tsx';
