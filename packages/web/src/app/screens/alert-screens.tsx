/** One chunk for all alert pages, because users move between them. */
export { AlertPage, NewAlertPage } from '../../actions/alerts/form/alert-form-pages.tsx';
export { AlertListPage } from '../../actions/alerts/list/alert-list-page.tsx';
export { StoryPage } from '../../actions/alerts/story/story-page.tsx';
