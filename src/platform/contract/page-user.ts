/** The header in which a page that writes names the user whom it was drawn for; a page for nobody sends none. */
export const pageUserHeader = 'x-page-user'
