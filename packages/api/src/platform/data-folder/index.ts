export { type Announcement, type DataFolder, openDataFolder, readAnnouncement, restoringFile } from './data-folder.ts';
