export {
  type Announcement,
  containsStores,
  type DataFolder,
  openDataFolder,
  readAnnouncement,
  restoringFile,
} from './data-folder.ts';
