interface Results {
  passed: number
  failed: number
  skipped: number
  failures: string[]
}

export function fromVitest(report: object): Results
export function fromPlaywright(report: object): Results
