export { AlertPage, NewAlertPage } from './alert-form-pages.tsx';
