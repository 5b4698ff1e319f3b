export const whatToDo = 'Restore a backup (atrium restore)';
