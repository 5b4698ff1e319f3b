/** Whether this page is in a frame. Only our own pages and the configured builder can frame it. */
export const isFramed = window.self !== window.top;
