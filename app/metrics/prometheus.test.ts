import { expect, test } from 'vitest'
import { createRegistry } from './prometheus.ts'

test('a counter without labels starts at 0, one with labels appears with its first value', async () => {
  const metrics = createRegistry()
  const plain = metrics.counter('plain_total', 'Plain.')
  const labelled = metrics.counter('labelled_total', 'Labelled.', 'kind', 'way')
  expect(await metrics.text()).toBe(
    '# HELP plain_total Plain.\n# TYPE plain_total counter\nplain_total 0\n' +
      '# HELP labelled_total Labelled.\n# TYPE labelled_total counter\n',
  )
  plain.add(2)
  labelled.add(1, 'a', 'b')
  labelled.add(2, 'a', 'b')
  labelled.add(1, 'a', 'c')
  expect(await metrics.text()).toContain('plain_total 2\n')
  expect(await metrics.text()).toContain(
    'labelled_total{kind="a",way="b"} 3\nlabelled_total{kind="a",way="c"} 1\n',
  )
})

test('a histogram counts values up to and including each bound', async () => {
  const metrics = createRegistry()
  const seconds = metrics.histogram('some_seconds', 'Some.', [0.1, 1], 'route')
  for (const value of [0.05, 0.1, 0.5, 7]) seconds.observe(value, '/')
  expect((await metrics.text()).split('\n').slice(2, -1)).toEqual([
    'some_seconds_bucket{route="/",le="0.1"} 2',
    'some_seconds_bucket{route="/",le="1"} 3',
    'some_seconds_bucket{route="/",le="+Inf"} 4',
    'some_seconds_sum{route="/"} 7.65',
    'some_seconds_count{route="/"} 4',
  ])
})

test('label values are escaped', async () => {
  const metrics = createRegistry()
  metrics.counter('odd_total', 'A \\ in it.', 'kind').add(1, 'a"} 7\n\\')
  expect(await metrics.text()).toBe(
    '# HELP odd_total A \\\\ in it.\n# TYPE odd_total counter\nodd_total{kind="a\\"} 7\\n\\\\"} 1\n',
  )
})

test('a metric that fails does not hide the others', async () => {
  const metrics = createRegistry()
  metrics.collect('gauge', 'broken', 'Broken.', () => {
    throw new Error('no such folder')
  })
  metrics.collect('gauge', 'refused', 'Refused.', () => Promise.reject(new Error('no connection')))
  metrics.collect('gauge', 'unknown', 'Unknown.', () => undefined)
  metrics.collect('gauge', 'whole', 'Whole.', () => 3)
  const text = await metrics.text()
  const samples = text.split('\n').filter((line) => line && !line.startsWith('#'))
  expect(samples).toEqual(['whole 3'])
})
