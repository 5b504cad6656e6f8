/** Room for the lists beside the open one, as in OtherLists.css. */
export const WIDE = '(min-width: 1100px)'
