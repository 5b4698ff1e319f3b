export { Drawing, Icon, type IconName } from './icon.tsx';
export { Logo } from './logo.tsx';
export { type Status, StatusMark } from './status-mark.tsx';
