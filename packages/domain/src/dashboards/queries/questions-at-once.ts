/** Questions of widgets that one document holds at most, each under an alias; a page with more sends several documents. */
export const mostQuestionsAtOnce = 30;
