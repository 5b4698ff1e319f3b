/** Whether this page stands in a frame. Only our own pages can put it there. */
export const isFramed = window.self !== window.top;
