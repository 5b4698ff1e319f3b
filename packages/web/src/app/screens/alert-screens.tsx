/** One chunk for all alert pages, because users move between them. */
export { AlertPage, NewAlertPage } from '../../alerts/form/alert-form-pages.tsx';
export { AlertListPage } from '../../alerts/list/alert-list-page.tsx';
export { StoryPage } from '../../alerts/story/story-page.tsx';
