/** The pages of alerts, fetched together: who opens one of them opens the next. */
export { AlertPage, NewAlertPage } from '../../alerts/form/index.ts';
export { AlertListPage } from '../../alerts/list/index.ts';
export { StoryPage } from '../../alerts/story/index.ts';
