/** Stop&Go pages for staff and administrators. */
export { ScreensPage } from '../../stop-and-go/list/index.ts';
export { StaffPage } from '../../stop-and-go/staff/index.ts';
