// What was tried, and how it went. A check that cannot be made is said, never passed over.

const counts = { passed: 0, failed: 0, skipped: 0 }
const missing = []

function line(mark, sentence, detail) {
  process.stdout.write(`  ${mark} ${sentence}${detail ? `: ${detail}` : ''}\n`)
}

export class NotHere extends Error {}

export const report = {
  /** One thing that is tried; what it returns is shown beside it. True when it worked. */
  async try(sentence, work) {
    try {
      line('ok  ', sentence, await work())
      counts.passed++
      return true
    } catch (error) {
      if (error instanceof NotHere) this.skip(sentence, error.message)
      else {
        line('FAIL', sentence, error instanceof Error ? error.message : String(error))
        counts.failed++
      }
      return false
    }
  },
  skip(sentence, why) {
    line('--  ', sentence, `not checked, ${why}`)
    missing.push(`${sentence} (${why})`)
    counts.skipped++
  },
  note(sentence) {
    line('    ', sentence)
  },
  /** What cannot even be begun fails or is left out as a whole. */
  async part(name, work) {
    try {
      await work()
    } catch (error) {
      if (error instanceof NotHere) return this.skip(name, error.message)
      line('FAIL', name, error instanceof Error ? error.message : String(error))
      counts.failed++
    }
  },
  sum() {
    const { passed, failed, skipped } = counts
    if (missing.length > 0)
      process.stdout.write(`\nnot checked here:\n${missing.map((one) => `  ${one}\n`).join('')}`)
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} not checked\n`)
    return failed > 0 || passed === 0 ? 1 : 0
  },
}

export function expect(truth, sentence) {
  if (!truth) throw new Error(sentence)
}
