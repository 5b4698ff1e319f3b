export { Menu, menuItem } from './menu.tsx';
