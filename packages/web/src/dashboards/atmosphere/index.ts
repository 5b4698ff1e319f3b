export { AtmosphereInstallationPage } from './atmosphere-page.tsx';
export { RoomsPage } from './rooms-page.tsx';
