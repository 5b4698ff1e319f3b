export { Drawing, Icon, type IconName, type Status, StatusMark } from './icon.tsx';
export { Logo } from './logo.tsx';
