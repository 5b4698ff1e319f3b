export { Menu, menuItemClass } from './menu.tsx';
