export { Button, buttonClass, IconButton } from './button.tsx';
export { Checkbox, TextField } from './field.tsx';
export { PasswordField } from './password-field.tsx';
