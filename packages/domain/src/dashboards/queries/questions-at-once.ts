/** Questions of widgets that one document holds at most; a page with more sends several documents. */
export const mostQuestionsAtOnce = 30;
