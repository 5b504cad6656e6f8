import { testMainFlows } from './mainFlows.ts'
import { describeUnless, setUp } from './setup.ts'
import { missingWebKit, startWebKit } from './webkit.ts'

describeUnless(missingWebKit())('WebKitGTK', () => {
  testMainFlows(setUp(startWebKit))
})
