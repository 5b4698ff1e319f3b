/** One chunk for all alert pages, because users move between them. */
export { AlertPage, NewAlertPage } from '../../alerts/form/index.ts';
export { AlertListPage } from '../../alerts/list/index.ts';
export { StoryPage } from '../../alerts/story/index.ts';
