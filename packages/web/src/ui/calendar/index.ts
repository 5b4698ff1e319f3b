export { RangeCalendar } from './range-calendar.tsx';
