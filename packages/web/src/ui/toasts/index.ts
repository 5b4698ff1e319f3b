export { dismissToast, heldToasts, toast } from './toast-list.ts';
export { Toasts } from './toasts.tsx';
