export const restoreAdvice = 'Restore a backup (atrium restore)';
