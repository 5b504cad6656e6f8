// Rules about our code that need its types. In one file, because the compiler takes longer than the rules.
import './typed/awaited.ts'
import './typed/deletedRows.ts'
