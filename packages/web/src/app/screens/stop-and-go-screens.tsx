/** Stop&Go pages for staff and administrators. */
export { ScreensPage } from '../../stop-and-go/screens-page.tsx';
export { StaffPage } from '../../stop-and-go/staff-page.tsx';
