export { type Announcement, type DataFolder, openDataFolder, readAnnouncement } from './data-folder.ts';
