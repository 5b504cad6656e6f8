/** Windows wide enough for the lists beside the open one, as in OtherLists.css. They usually have a keyboard. */
export const WIDE = '(min-width: 1100px)'
