import type { Config } from '#app/config.server.ts'

// Writes the Prometheus text format 0.0.4. Why without a library: docs/decisions/053-metrics.md

type Kind = 'counter' | 'gauge' | 'histogram'
type Labels = Record<string, string>
type Values = number | undefined | [labels: Labels, value: number][]

interface Metric {
  kind: Kind
  help: string
  samples(): string[] | Promise<string[]>
}

export interface Metrics {
  counter(name: string, help: string, ...labels: string[]): Counter
  histogram(name: string, help: string, bounds: number[], ...labels: string[]): Histogram
  /** Registers a metric whose values are read at each scrape. */
  collect(kind: 'counter' | 'gauge', name: string, help: string, values: () => Values | Promise<Values>): void
  text(): Promise<string>
}

export interface Counter {
  add(amount: number, ...labels: string[]): void
}

export interface Histogram {
  observe(value: number, ...labels: string[]): void
}

/** Without a way to read metrics, nothing that costs time is measured. */
export function metricsEnabled({ METRICS_TOKEN, METRICS_LOOPBACK }: Config): boolean {
  return METRICS_TOKEN !== '' || METRICS_LOOPBACK === 'on'
}

export function createMetrics(): Metrics {
  const metrics = new Map<string, Metric>()

  return {
    counter(name, help, ...labels) {
      const counts = new Map<string, { values: string[]; total: number }>()
      // A metric without labels starts at 0 instead of being absent.
      if (labels.length === 0) counts.set('', { values: [], total: 0 })
      const samples = () =>
        [...counts.values()].map(({ values, total }) => sample(name, labelSet(labels, values), total))
      metrics.set(name, { kind: 'counter', help, samples })
      return {
        add(amount, ...values) {
          const key = values.join('\n')
          const count = counts.get(key)
          if (count) count.total += amount
          else counts.set(key, { values, total: amount })
        },
      }
    },

    histogram(name, help, bounds, ...labels) {
      const rows = new Map<string, Row>()
      const newRow = (values: string[]) => ({ values, buckets: bounds.map(() => 0), sum: 0, count: 0 })
      if (labels.length === 0) rows.set('', newRow([]))
      const samples = () =>
        [...rows.values()].flatMap((row) => rowSamples(name, labelSet(labels, row.values), bounds, row))
      metrics.set(name, { kind: 'histogram', help, samples })
      return {
        observe(value, ...values) {
          const key = values.join('\n')
          const row = rows.get(key) ?? newRow(values)
          if (row.count === 0) rows.set(key, row)
          const bucket = bounds.findIndex((bound) => value <= bound)
          if (bucket >= 0) row.buckets[bucket] = (row.buckets[bucket] ?? 0) + 1
          row.sum += value
          row.count += 1
        },
      }
    },

    collect(kind, name, help, values) {
      metrics.set(name, { kind, help, samples: () => collectSamples(name, values) })
    },

    async text() {
      const lines: string[] = []
      for (const [name, { kind, help, samples }] of metrics) {
        lines.push(`# HELP ${name} ${help.replaceAll('\\', '\\\\')}`, `# TYPE ${name} ${kind}`)
        lines.push(...(await samples()))
      }
      return `${lines.join('\n')}\n`
    },
  }
}

interface Row {
  values: string[]
  buckets: number[]
  sum: number
  count: number
}

function rowSamples(name: string, labels: Labels, bounds: number[], { buckets, sum, count }: Row): string[] {
  let below = 0
  const bucketSamples = bounds.map((bound, at) => {
    below += buckets[at] ?? 0
    return sample(`${name}_bucket`, { ...labels, le: String(bound) }, below)
  })
  return [
    ...bucketSamples,
    sample(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    sample(`${name}_sum`, labels, sum),
    sample(`${name}_count`, labels, count),
  ]
}

async function collectSamples(name: string, read: () => Values | Promise<Values>): Promise<string[]> {
  try {
    const values = await read()
    if (values === undefined) return []
    const all: [Labels, number][] = typeof values === 'number' ? [[{}, values]] : values
    return all.map(([labels, value]) => sample(name, labels, value))
  } catch {
    // One that fails, such as on a broken database, must not hide the others.
    return []
  }
}

function labelSet(labels: string[], values: string[]): Labels {
  return Object.fromEntries(labels.map((label, at) => [label, values[at] ?? '']))
}

function sample(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
