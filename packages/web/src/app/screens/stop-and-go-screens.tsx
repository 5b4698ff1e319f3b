/** The pages of Stop&Go screens for those who look after them. */
export { ScreensPage } from '../../stop-and-go/list/index.ts';
export { StaffPage } from '../../stop-and-go/staff/index.ts';
