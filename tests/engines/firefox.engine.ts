import { findFirefox, startFirefox } from './firefox.ts'
import { testMainFlows, testWithoutScript } from './mainFlows.ts'
import { describeUnless, setUp } from './setup.ts'

const { command = '', missing } = findFirefox()
const describe = describeUnless(missing)

describe('Firefox', () => {
  testMainFlows(setUp(() => startFirefox(command)))
})

describe('Firefox without JavaScript', () => {
  testWithoutScript(setUp(() => startFirefox(command, { script: false }), { script: false }))
})
