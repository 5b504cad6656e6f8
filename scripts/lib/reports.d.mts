interface Results {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  files: { name: string; seconds: number }[]
}

export function fromVitest(report: object): Results
export function fromPlaywright(report: object): Results
