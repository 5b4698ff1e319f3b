/** Stop&Go pages for staff and administrators. */
export { ScreensPage } from '../../actions/stop-and-go/screens-page.tsx';
export { StaffPage } from '../../actions/stop-and-go/staff-page.tsx';
