export { dismissToast, getToasts, showToast } from './toast-list.ts';
export { Toasts } from './toasts.tsx';
