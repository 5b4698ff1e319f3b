/** Whether this page stands in a frame. Only our own pages and the configured builder can put it there. */
export const isFramed = window.self !== window.top;
