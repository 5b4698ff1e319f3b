export {
  type Announcement,
  type DataFolder,
  holdsStores,
  openDataFolder,
  readAnnouncement,
  restoringFile,
} from './data-folder.ts';
