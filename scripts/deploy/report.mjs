// Prints the result of each check. Checks that can't run here are listed as skipped.

const counts = { passed: 0, failed: 0, skipped: 0 }
const skippedChecks = []

function line(mark, sentence, detail) {
  process.stdout.write(`  ${mark} ${sentence}${detail ? `: ${detail}` : ''}\n`)
}

export class MissingProgram extends Error {}

export const report = {
  async try(sentence, check) {
    try {
      line('ok  ', sentence, await check())
      counts.passed++
      return true
    } catch (error) {
      if (error instanceof MissingProgram) this.skip(sentence, error.message)
      else {
        line('FAIL', sentence, error instanceof Error ? error.message : String(error))
        counts.failed++
      }
      return false
    }
  },
  skip(sentence, why) {
    line('--  ', sentence, `skipped, ${why}`)
    skippedChecks.push(`${sentence} (${why})`)
    counts.skipped++
  },
  note(sentence) {
    line('    ', sentence)
  },
  async section(name, check) {
    try {
      await check()
    } catch (error) {
      if (error instanceof MissingProgram) return this.skip(name, error.message)
      line('FAIL', name, error instanceof Error ? error.message : String(error))
      counts.failed++
    }
  },
  summary() {
    const { passed, failed, skipped } = counts
    if (skippedChecks.length > 0)
      process.stdout.write(`\nskipped:\n${skippedChecks.map((entry) => `  ${entry}\n`).join('')}`)
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`)
    return failed > 0 || passed === 0 ? 1 : 0
  },
}

export function expect(truth, sentence) {
  if (!truth) throw new Error(sentence)
}
