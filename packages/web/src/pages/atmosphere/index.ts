export { AtmosphereSitePage } from './atmosphere-page.tsx';
export { RoomsPage } from './rooms-page.tsx';
